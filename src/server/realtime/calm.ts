/** What one open stream is told: the kind of a happening, and the row it is about. */
export type Hint = { kind: string; subject: string | null };

/** At first a kind is told at most this often, in milliseconds. */
const firstPause = 1000;
/** While it goes on and on the pauses double, up to this. */
const longestPause = 8000;

type Pause = {
  length: number;
  timer: NodeJS.Timeout;
  /** What was heard meanwhile; of different rows, none is named. */
  waiting: Hint | null;
};

/**
 * Turns a flood of hints for everybody into a few. The first of a kind is told at once; those that follow within
 * a second are told as one at its end, and while they keep coming the pauses grow to eight seconds. So a crowd
 * that enrols, or one person who enrols and leaves in a loop, costs every open page a reading now and then and
 * not one each time; and the last state is always told, at the end of a pause.
 */
export class Calm {
  readonly #pauses = new Map<string, Pause>();
  readonly #tell: (hint: Hint) => void;

  constructor(tell: (hint: Hint) => void) {
    this.#tell = tell;
  }

  hear(hint: Hint): void {
    const pause = this.#pauses.get(hint.kind);
    if (!pause) {
      this.#tell(hint);
      this.#pauseFor(hint.kind, firstPause);
    } else if (pause.waiting && pause.waiting.subject !== hint.subject) {
      pause.waiting = { kind: hint.kind, subject: null };
    } else {
      pause.waiting = hint;
    }
  }

  /** Tells nothing any more. */
  stop(): void {
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
  }

  #pauseFor(kind: string, length: number): void {
    const timer = setTimeout(() => this.#end(kind), length);
    // Nobody's process stays up for a hint.
    timer.unref();
    this.#pauses.set(kind, { length, timer, waiting: null });
  }

  #end(kind: string): void {
    const pause = this.#pauses.get(kind);
    this.#pauses.delete(kind);
    if (!pause?.waiting) return;
    this.#tell(pause.waiting);
    this.#pauseFor(kind, Math.min(pause.length * 2, longestPause));
  }
}
