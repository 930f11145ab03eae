const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

const sampleLines = 20;

/**
 * Finds the delimiter: the candidate that is most frequent in the first lines, outside quotes; a comma without any.
 * `header` is the index of the header's line: a spreadsheet may write `sep=;` before it.
 */
export function findDelimiter(text: string): { delimiter: Delimiter; header: 0 | 1 } {
  const declared = /^"?sep=([,;\t])"?\n/i.exec(text);
  if (declared) return { delimiter: declared[1] as Delimiter, header: 1 };
  const sample = text
    .split('\n', sampleLines)
    .join('\n')
    .replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => sample.split(delimiter).length - 1);
  return { delimiter: delimiters[counts.indexOf(Math.max(...counts))] ?? ',', header: 0 };
}
