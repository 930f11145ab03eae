import type { Hint } from './throttle-hints.ts';

const keptMs = 60_000;
const mostKept = 1000;
/**
 * How many people the audiences of all kept hints may name: 50,000 ids take 3 MB. A hint may be for everybody in a
 * large cup.
 */
const mostIds = 50_000;
/** A browser gives up a stream that has not opened after this time (web/realtime/open-stream.ts). */
const openingAllowedMs = 10_000;

type Kept = { at: number; hint: Hint; audience: readonly string[] | null };

/**
 * The hints of the last minute. A page reads its data before its stream is open: what changed in between is told
 * to it from here.
 */
export class RecentHints {
  #kept: Kept[] = [];
  #ids = 0;
  /** Every later hint is kept; by `performance.now()`. */
  #lostUntil = performance.now();

  add(hint: Hint, audience: readonly string[] | null): void {
    const now = performance.now();
    this.#kept.push({ at: now, hint, audience });
    this.#ids += audience?.length ?? 0;
    // Half of them at a time, so that a hint costs the same however many are kept.
    if (this.#kept.length > 2 * mostKept) this.#drop(mostKept);
    else if (this.#ids > mostIds) this.#drop(Math.ceil(this.#kept.length / 2));
    else if ((this.#kept[0]?.at ?? now) < now - 2 * keptMs) {
      this.#drop(this.#kept.findIndex(({ at }) => at >= now - keptMs));
    }
  }

  /**
   * The hints for a person, or for a visitor (null), since `unheardMs` milliseconds before they asked for their
   * stream: each kind of event once, with its age. `all` when not every hint of that time is kept.
   */
  since(unheardMs: number, userId: string | null): Hint[] | 'all' {
    const now = performance.now();
    if (now - unheardMs <= this.#lostUntil) return 'all';
    const byKind = new Map<string, Hint>();
    for (const { at, hint, audience } of this.#kept) {
      if (at < now - unheardMs - openingAllowedMs) continue;
      if (audience && !(userId && audience.includes(userId))) continue;
      byKind.set(hint.kind, { kind: hint.kind, ago: Math.floor(now - at) });
    }
    return [...byKind.values()];
  }

  #drop(count: number): void {
    const dropped = this.#kept.splice(0, count);
    for (const { audience } of dropped) this.#ids -= audience?.length ?? 0;
    this.#lostUntil = dropped.at(-1)?.at ?? this.#lostUntil;
  }
}
