/** The topics of videos, in the order in which the screen lists them. */
export const topics = [
  'conversation', 'grammar', 'vocabulary', 'pronunciation', 'culture', 'travel', 'work', 'food', 'music',
  'history', 'idioms', 'exams', 'kids', 'news',
] as const; // biome-ignore format: five words a line
export type Topic = (typeof topics)[number];
