/** `1, 2 y 3`, or without the last word as a plain `list`, as a language joins things in a sentence. */
export function enumerate(items: readonly string[], language: string, as: 'sentence' | 'list' = 'sentence') {
  if (as === 'sentence') return new Intl.ListFormat(language).format(items);
  const comma = commas[language];
  if (comma) return items.join(comma);
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(items);
}

/** For languages whose plain lists are for measures, and have no comma. */
const commas: Record<string, string> = { ko: ', ', zh: '、' };
