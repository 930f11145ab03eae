/** What one row says, as JSON; null where there is no such row. */
export type Value = string | null;

/** A write on its way: which values it gives to which keys. */
export type Effects = readonly (readonly [key: string, value: Value])[];

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

  note(effects: Effects, outcome: Outcome): void {
    if (outcome === 'refused') return;
    for (const [key, value] of effects) {
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
    lost: readonly Effects[],
    mayBecome: (key: string, from: Value, to: Value) => boolean,
  ): string[] {
    const violations: string[] = [];
    for (const [key, may] of this.#may) {
      const actual = facts.get(key) ?? null;
      const isRight = may.has(actual) || [...may].some((value) => mayBecome(key, value, actual));
      if (!isRight)
        violations.push(`${key}: the book says ${[...may].map(String).join(' or ')}, the database ${actual}`);
    }
    for (const effects of lost) {
      const there = effects.filter(([key, value]) => (facts.get(key) ?? null) === value).length;
      if (there > 0 && there < effects.length) {
        violations.push(`half of a write that was not acknowledged: ${JSON.stringify(effects)}`);
      }
    }
    this.#may.clear();
    this.#said = facts;
    return violations;
  }

  #valuesOf(key: string): ReadonlySet<Value> {
    return this.#may.get(key) ?? new Set([this.#said.get(key) ?? null]);
  }
}
