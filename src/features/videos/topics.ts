/** What a video may be about: the fourteen words the feed can be narrowed down to, and their order on screen. */
export const topics = [
  'conversation', 'grammar', 'vocabulary', 'pronunciation', 'culture', 'travel', 'work', 'food', 'music',
  'history', 'idioms', 'exams', 'kids', 'news',
] as const; // biome-ignore format: one glance
export type Topic = (typeof topics)[number];
