import type { FollowedEvent, Follower } from '../events/follow-events.ts';
import { RecentHints } from './recent-hints.ts';
import { type Hint, HintThrottle } from './throttle-hints.ts';

export type { Hint } from './throttle-hints.ts';

export type Listener = {
  /** Null for a visitor, who receives only events without an audience. */
  userId: string | null;
  address: string;
  /** `all` says that anything may have changed. */
  send(hint: Hint | 'all'): void;
  close(): void;
};

const mostPerPerson = 6;
const mostPerAddress = 20;

/** The open streams of this process; passes each event on to the streams of its audience. */
export class Streams {
  readonly #ofPerson = new Map<string, Set<Listener>>();
  readonly #all = new Set<Listener>();
  readonly #ofAddress = new Map<string, number>();
  readonly #throttle = new HintThrottle((hint) => this.#sendToAll(hint));
  readonly #recent = new RecentHints();

  constructor(follower: Follower) {
    follower.onEvent((event) => this.#dispatch(event));
  }

  /** False when the person or their address has reached its limit of open streams. */
  hasRoomFor({ userId, address }: Pick<Listener, 'userId' | 'address'>): boolean {
    const mine = userId ? (this.#ofPerson.get(userId)?.size ?? 0) : 0;
    return mine < mostPerPerson && (this.#ofAddress.get(address) ?? 0) < mostPerAddress;
  }

  /** Adds a stream; `unheardMs` says for how long its page has been reading without one. */
  open(listener: Listener, unheardMs?: number): void {
    const unheard = unheardMs === undefined ? [] : this.#recent.since(unheardMs, listener.userId);
    for (const hint of unheard === 'all' ? (['all'] as const) : unheard) listener.send(hint);
    this.#all.add(listener);
    this.#ofAddress.set(listener.address, (this.#ofAddress.get(listener.address) ?? 0) + 1);
    if (listener.userId) {
      const mine = this.#ofPerson.get(listener.userId) ?? new Set();
      this.#ofPerson.set(listener.userId, mine.add(listener));
    }
  }

  closed(listener: Listener): void {
    if (!this.#all.delete(listener)) return;
    const left = (this.#ofAddress.get(listener.address) ?? 1) - 1;
    if (left > 0) this.#ofAddress.set(listener.address, left);
    else this.#ofAddress.delete(listener.address);
    const mine = listener.userId ? this.#ofPerson.get(listener.userId) : undefined;
    mine?.delete(listener);
    if (mine?.size === 0) this.#ofPerson.delete(listener.userId ?? '');
  }

  size(): number {
    return this.#all.size;
  }

  closeAll(): void {
    this.#throttle.stop();
    for (const listener of this.#all) listener.close();
  }

  /** Ends a person's streams after their rights changed: each browser connects again with the new rights. */
  closeOf(userId: string): void {
    for (const listener of this.#ofPerson.get(userId) ?? []) listener.close();
  }

  #dispatch({ kind, audience }: FollowedEvent): void {
    // A table that changed is the server's business: browsers are told by the feature, of what people see.
    if (kind.endsWith('.stale')) return;
    this.#recent.add({ kind }, audience);
    // Each hint without an audience makes every open page read again, so those are throttled. A hint for named
    // users reaches their own pages only and is sent at once.
    if (audience === null) {
      this.#throttle.add({ kind });
      return;
    }
    for (const userId of audience) {
      for (const listener of this.#ofPerson.get(userId) ?? []) listener.send({ kind });
    }
  }

  #sendToAll(hint: Hint): void {
    for (const listener of this.#all) listener.send(hint);
  }
}
