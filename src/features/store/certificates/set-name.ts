import type { fontFiles } from '#server/pictures/font-files.ts';
import { type Script, scriptsOnPaper, writablePieces } from '#shared/scripts.ts';

const fonts: Partial<Record<Script, keyof typeof fontFiles>> = {
  korean: 'korean',
  chinese: 'chinese',
  cyrillic: 'cyrillic-heavy',
};
const fontOf = (script: Script) => fonts[script] ?? 'heavy';

/** From the top of a line to its baseline, as a part of the font size: the ascender of Figtree. */
const ascender = 0.95;

type Place = { x: number; y: number; width: number; color: string; sizes?: readonly [number, number] };

/**
 * Writes a name as large as fits: on one line, else on two. Each run of letters of one script is set in the font of
 * that script. Returns the y coordinate below the name.
 */
export function setName(
  doc: PDFKit.PDFDocument,
  name: string,
  { x, y, width, color, sizes: [most, least] = [52, 12] }: Place,
): number {
  const lines = [name.normalize('NFC')];
  let size = sizeThatFits(doc, lines, width, most, least);
  if (size < most * 0.55) {
    const two = inTwo(lines[0] ?? '');
    const sizeOfTwo = sizeThatFits(doc, two, width, most * 0.7, least);
    if (sizeOfTwo > size) {
      lines.splice(0, 1, ...two);
      size = sizeOfTwo;
    }
  }
  doc.fillColor(color);
  for (const [row, line] of lines.entries()) setLine(doc, line, x, y + row * size * 1.15, size);
  return y + lines.length * size * 1.15;
}

function sizeThatFits(
  doc: PDFKit.PDFDocument,
  lines: readonly string[],
  width: number,
  most: number,
  least: number,
): number {
  const widest = Math.max(...lines.map((line) => widthAt(doc, line, 100)));
  return Math.max(least, Math.min(most, (100 * width) / widest));
}

/** Cut at the space nearest to the middle. A name without a space is cut in the middle. */
function inTwo(name: string): string[] {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const middle = Math.ceil(name.length / 2);
  const cut = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return cut === undefined
    ? [name.slice(0, middle), name.slice(middle)]
    : [name.slice(0, cut), name.slice(cut + 1)];
}

function widthAt(doc: PDFKit.PDFDocument, line: string, size: number): number {
  return writablePieces(line, scriptsOnPaper).reduce(
    (sum, { text, script }) => sum + doc.font(fontOf(script)).fontSize(size).widthOfString(text),
    0,
  );
}

function setLine(doc: PDFKit.PDFDocument, line: string, x: number, y: number, size: number): void {
  let at = x;
  for (const { text, script } of writablePieces(line, scriptsOnPaper)) {
    doc.font(fontOf(script)).fontSize(size);
    // Placed by the baseline, because the fonts have different ascenders.
    doc.text(text, at, y + ascender * size, { lineBreak: false, baseline: 'alphabetic' });
    at += doc.widthOfString(text);
  }
}
