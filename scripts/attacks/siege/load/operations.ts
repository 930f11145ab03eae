import { policy } from '../../../../src/testing/permission-policy.ts';
import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { Answered, Asked } from './ask.ts';

/** What the addresses of an operation look like; the one with the fewest parameters comes first. */
const shapes = Object.keys(policy)
  .map((name) => {
    const [method = '', path = ''] = name.split(' ');
    const pattern = path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
    return { name, method, pattern: new RegExp(`^${pattern}$`), parameters: path.split('{').length - 1 };
  })
  .sort((one, other) => one.parameters - other.parameters);

/** The operation of the OpenAPI document that a request is for; null for none. */
export function operationOf({ method, path }: Pick<Asked, 'method' | 'path'>): string | null {
  const [address = ''] = path.split('?');
  const found = shapes.find((shape) => shape.method === method && shape.pattern.test(address));
  return found?.name ?? null;
}

/**
 * Which operations of the product were sent, and whose turn it is: every one comes once, in an order of the seed,
 * before one comes again.
 */
export class Operations {
  readonly #turn: string[];
  readonly #names: ReadonlySet<string>;
  readonly #sent = new Set<string>();
  readonly #succeeded = new Set<string>();

  constructor(chance: SeededRandom, names: readonly string[] = Object.keys(policy)) {
    this.#names = new Set(names);
    this.#turn = chance.shuffled(names);
  }

  /** The next ones. What is not given back goes to the end of the row. */
  next(count: number): string[] {
    const taken = this.#turn.splice(0, count);
    this.#turn.push(...taken);
    return taken;
  }

  /** These were not sent in their turn, so that they come first. */
  giveBack(names: readonly string[]): void {
    const rest = this.#turn.filter((name) => !names.includes(name));
    this.#turn.splice(0, this.#turn.length, ...names, ...rest);
  }

  note(call: Pick<Asked, 'method' | 'path'>, status: Answered['status']): void {
    const name = operationOf(call);
    if (!name || !this.#names.has(name)) return;
    this.#sent.add(name);
    if (typeof status === 'number' && status < 400) this.#succeeded.add(name);
  }

  /** For the last lines of a siege. */
  report(): { all: number; sent: number; succeeded: number; neverSent: string[]; neverSucceeded: string[] } {
    const names = [...this.#names];
    return {
      all: names.length,
      sent: this.#sent.size,
      succeeded: this.#succeeded.size,
      neverSent: names.filter((name) => !this.#sent.has(name)).sort(),
      neverSucceeded: names.filter((name) => this.#sent.has(name) && !this.#succeeded.has(name)).sort(),
    };
  }
}
