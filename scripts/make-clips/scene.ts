import type { Stage } from './stage.ts';

/** One bright colour a clip; each is at least 3:1 on the paper, so that it can carry big type. */
export const accents = {
  coral: '#e2492f',
  marigold: '#c97300',
  violet: '#6a4bd0',
  teal: '#0f8378',
  leaf: '#3a8a3f',
  indigo: '#3557c8',
  rose: '#cf3a6c',
} as const;

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

export type Scene = {
  accent: keyof typeof accents;
  /** Light ink on a dark ground. */
  night?: boolean;
  /** The moment that stands for the clip in its poster, in seconds. */
  poster: number;
  tune: Tune;
  captions: readonly (readonly [from: number, to: number, text: string])[];
  /** Paints the moment `t`; knows nothing of the moment before. */
  draw(stage: Stage, t: number): void;
};
