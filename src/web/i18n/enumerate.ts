/** `1, 2 y 3`, or without the last word as a plain `list`, as a language joins things in a sentence. */
export function enumerate(items: readonly string[], language: string, as: 'sentence' | 'list' = 'sentence') {
  const shape = as === 'list' ? ({ type: 'unit', style: 'short' } as const) : undefined;
  return new Intl.ListFormat(language, shape).format(items);
}
