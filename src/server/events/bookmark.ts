/**
 * How long an id that was skipped may still turn up, in milliseconds: longer than any transaction of ours is
 * allowed to run. After that it belonged to something that was undone.
 */
const patience = 120_000;

/** Ids waited for at a time, at most; the oldest go first. */
const mostMissing = 1000;

/**
 * Where a reader of the events table is. Ids are given out in order but become visible as their transactions
 * commit, so "everything after the newest I saw" would lose the slow ones. The bookmark remembers the ids it
 * has skipped and asks for them again until they turn up or are given up.
 */
export class Bookmark {
  #newest: number;
  readonly #missing = new Map<number, number>();

  constructor(newest: number, now: number) {
    this.#newest = newest;
    // What was under way just before we began may still commit.
    this.#skip(newest - mostMissing / 10, newest, now);
  }

  get newest(): number {
    return this.#newest;
  }

  /** Ids to look for beside those after `newest`. */
  missing(now: number): number[] {
    for (const [id, since] of this.#missing) if (now - since > patience) this.#missing.delete(id);
    return [...this.#missing.keys()];
  }

  /** These ids, in ascending order, have been read. */
  turn(ids: readonly number[], now: number): void {
    for (const id of ids) {
      if (this.#missing.delete(id) || id <= this.#newest) continue;
      this.#skip(this.#newest, id, now);
      this.#newest = id;
    }
  }

  #skip(from: number, to: number, now: number): void {
    for (let id = Math.max(from + 1, to - mostMissing, 1); id < to; id++) this.#missing.set(id, now);
    for (const id of this.#missing.keys()) {
      if (this.#missing.size <= mostMissing) return;
      this.#missing.delete(id);
    }
  }
}
