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

/** The colours of a clip: its accent, and whether it has light ink on a dark ground. */
export type Palette = {
  accent: keyof typeof accents;
  night?: boolean;
};
