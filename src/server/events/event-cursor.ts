/**
 * How long a skipped id may still become visible: longer than any transaction of ours is allowed to run. After
 * that its transaction must have been rolled back.
 */
const gapTimeoutMs = 120_000;

/**
 * The cursor remembers at most this many skipped ids and drops the oldest. A member burns some 1,200 within the time
 * above, by repeating a purchase as fast as they may, so that a dozen of them do not hide a slow transaction's event.
 */
const mostGaps = 20_000;

/** So many ids before the first one may belong to transactions that began earlier. */
const gapsAtFirst = 100;

/**
 * The position of a reader in the events table. Ids are assigned in order but become visible when their
 * transactions commit, so reading only ids after the newest one would lose the events of slower transactions. The
 * cursor remembers the skipped ids (gaps) until they become visible or time out. `now` is of `performance.now()`: when
 * the clock of the machine is put forward, no event may be lost.
 */
export class EventCursor {
  #newest: number;
  readonly #gaps = new Map<number, number>();

  constructor(newest: number, now: number) {
    this.#newest = newest;
    // Transactions that began before this reader may still commit.
    this.#skip(newest - gapsAtFirst, newest, now);
  }

  get newest(): number {
    return this.#newest;
  }

  /** Skipped ids to read again, beside those after `newest`. */
  gaps(now: number): number[] {
    for (const [id, since] of this.#gaps) if (now - since > gapTimeoutMs) this.#gaps.delete(id);
    return [...this.#gaps.keys()];
  }

  /** Records that these ids, in ascending order, have been read. */
  advance(ids: readonly number[], now: number): void {
    for (const id of ids) {
      if (this.#gaps.delete(id) || id <= this.#newest) continue;
      this.#skip(this.#newest, id, now);
      this.#newest = id;
    }
  }

  #skip(from: number, to: number, now: number): void {
    for (let id = Math.max(from + 1, to - mostGaps, 1); id < to; id++) this.#gaps.set(id, now);
    for (const id of this.#gaps.keys()) {
      if (this.#gaps.size <= mostGaps) return;
      this.#gaps.delete(id);
    }
  }
}
