/**
 * A message to one open stream: the kind of an event, and how many milliseconds ago it was when it happened before the
 * stream was open. It names no row: ids of kids' classes are not for visitors.
 */
export type Hint = { kind: string; ago?: number };

const firstPauseMs = 1000;
const longestPauseMs = 8000;

type Pause = {
  length: number;
  timer: NodeJS.Timeout;
  /** One hint for all of this pause. */
  pending: Hint | null;
};

/**
 * Throttles hints, for each kind of event separately. It sends the first hint at once and merges those of the next
 * second into one at its end; while more keep coming, the pauses double up to eight seconds. When two hundred
 * students enrol, or one enrols and leaves in a loop, each open page reads again a few times only. The last change
 * is always sent, at the end of a pause.
 */
export class HintThrottle {
  readonly #pauses = new Map<string, Pause>();
  readonly #send: (hint: Hint) => void;

  constructor(send: (hint: Hint) => void) {
    this.#send = send;
  }

  add(hint: Hint): void {
    const pause = this.#pauses.get(hint.kind);
    if (!pause) {
      this.#send(hint);
      this.#pauseFor(hint.kind, firstPauseMs);
    } else {
      pause.pending = hint;
    }
  }

  /** Drops what is pending. */
  stop(): void {
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
  }

  #pauseFor(kind: string, length: number): void {
    const timer = setTimeout(() => this.#end(kind), length);
    // A pending hint does not keep the process alive.
    timer.unref();
    this.#pauses.set(kind, { length, timer, pending: null });
  }

  #end(kind: string): void {
    const pause = this.#pauses.get(kind);
    this.#pauses.delete(kind);
    if (!pause?.pending) return;
    this.#send(pause.pending);
    this.#pauseFor(kind, Math.min(pause.length * 2, longestPauseMs));
  }
}
