const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

const sampleLines = 20;

/**
 * What separates the values: the character that the first lines have most of, outside quotes; a comma
 * when there is nothing to go by. `header` is the line (from 0) on which the header stands: a spreadsheet
 * may say `sep=;` before it.
 */
export function findDelimiter(text: string): { delimiter: Delimiter; header: 0 | 1 } {
  const said = /^"?sep=([,;\t])"?\n/i.exec(text);
  if (said) return { delimiter: said[1] as Delimiter, header: 1 };
  const sample = text
    .split('\n', sampleLines)
    .join('\n')
    .replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => sample.split(delimiter).length - 1);
  return { delimiter: delimiters[counts.indexOf(Math.max(...counts))] ?? ',', header: 0 };
}
