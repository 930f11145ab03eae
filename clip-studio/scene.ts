import type { Palette } from './palette.ts';
import type { Stage } from './stage.ts';

/**
 * The sound bed. `key` is the MIDI number of the lowest note; `steps` are beats: semitones above the key,
 * `.` for silence, `+` for notes together, repeated to the end. `hums` are sung glides: when they start, how
 * long they last, and the semitones they pass through.
 */
export type Tune = {
  key: number;
  beat: number;
  steps: string;
  hums?: readonly (readonly [start: number, seconds: number, ...semitones: number[]])[];
};

export type Scene = Palette & {
  /** The moment that stands for the clip in its poster, in seconds. */
  poster: number;
  tune: Tune;
  captions: readonly (readonly [from: number, to: number, text: string])[];
  /** Paints the moment `t`; knows nothing of the moment before. */
  draw(stage: Stage, t: number): void;
};
