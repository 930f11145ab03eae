/** What one row says, as JSON; null where there is no such row. */
export type Value = string | null;

/** A write on its way: which values it gives to which keys. */
export type Writing = readonly (readonly [key: string, value: Value])[];

export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/**
 * What a driver knows that the database has to say. Each key has the values that it may have: one after an
 * acknowledged write, two after a write whose answer was lost. A key with two is left alone until `settle`, because the
 * lost write may still be on its way.
 */
export class Book {
  readonly #may = new Map<string, Set<Value>>();
  #said: ReadonlyMap<string, string>;

  /** `said` is what the database says before the first write. */
  constructor(facts: ReadonlyMap<string, string>) {
    this.#said = facts;
  }

  /** Whether the next write to these keys has one known value before it. */
  isCertain(...keys: readonly string[]): boolean {
    return keys.every((key) => (this.#may.get(key)?.size ?? 1) === 1);
  }

  /** The value of a key that is certain. */
  valueOf(key: string): Value {
    const [value = null] = this.#valuesOf(key);
    return value;
  }

  note(writing: Writing, outcome: Outcome): void {
    if (outcome === 'refused') return;
    for (const [key, value] of writing) {
      this.#may.set(key, new Set(outcome === 'acknowledged' ? [value] : [...this.#valuesOf(key), value]));
    }
  }

  /**
   * Compares what was written with what the database says, and takes over what it says. `lost` are the changes of each
   * write without an answer: all of them are there, or none. `mayBecome` says which values the server may change by
   * itself.
   */
  settle(
    facts: ReadonlyMap<string, string>,
    lost: readonly Writing[],
    mayBecome: (key: string, from: Value, to: Value) => boolean,
  ): string[] {
    const faults: string[] = [];
    for (const [key, may] of this.#may) {
      const actual = facts.get(key) ?? null;
      const isRight = may.has(actual) || [...may].some((value) => mayBecome(key, value, actual));
      if (!isRight)
        faults.push(`${key}: the book says ${[...may].map(String).join(' or ')}, the database ${actual}`);
    }
    for (const writing of lost) {
      const there = writing.filter(([key, value]) => (facts.get(key) ?? null) === value).length;
      if (there > 0 && there < writing.length) {
        faults.push(`half of a write that was not acknowledged: ${JSON.stringify(writing)}`);
      }
    }
    this.#may.clear();
    this.#said = facts;
    return faults;
  }

  #valuesOf(key: string): ReadonlySet<Value> {
    return this.#may.get(key) ?? new Set([this.#said.get(key) ?? null]);
  }
}
