import { piecesOfName, type Script } from '../rules.ts';

/** The paper's typeface: two weights of Figtree, made from the variable one that the interface uses (fonts/OFL.txt). */
export const fontFiles = {
  medium: '../fonts/figtree-medium.ttf',
  heavy: '../fonts/figtree-extrabold.ttf',
} as const;

type Place = { x: number; y: number; width: number; color: string; sizes?: readonly [number, number] };

/**
 * Writes a name as large as fits: on one line, else on two. Latin letters are the paper's own. Korean, Chinese and
 * Japanese ones are named, not embedded: the reader's program sets them in a typeface of its own, as PDF provides for
 * these scripts. Answers where the next thing may begin.
 */
export function setName(
  doc: PDFKit.PDFDocument,
  name: string,
  { x, y, width, color, sizes: [most, least] = [52, 15] }: Place,
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

/** Cut at the space nearest to the middle; a name without one stays whole. */
function inTwo(name: string): string[] {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const middle = name.length / 2;
  const cut = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return cut === undefined ? [name] : [name.slice(0, cut), name.slice(cut + 1)];
}

function widthAt(doc: PDFKit.PDFDocument, line: string, size: number): number {
  doc.font('heavy').fontSize(size);
  return pieces(line).reduce(
    (sum, { text, script }) => sum + (script === 'latin' ? doc.widthOfString(text) : text.length * size),
    0,
  );
}

function setLine(doc: PDFKit.PDFDocument, line: string, x: number, y: number, size: number): void {
  let at = x;
  for (const { text, script } of pieces(line)) {
    doc.font('heavy').fontSize(size);
    if (script === 'latin') {
      doc.text(text, at, y, { lineBreak: false });
      at += doc.widthOfString(text);
    } else {
      setEastern(doc, text, script, at, y + size * 0.92, size);
      at += text.length * size;
    }
  }
}

/** Names of accounts may hold letters that no certificate would be issued with; those are left out. */
function pieces(line: string) {
  const writable = [...line].filter((letter) => piecesOfName(letter) !== null).join('');
  return piecesOfName(writable) ?? [];
}

/** The typefaces that PDF readers have, or stand in for, and how text is encoded for them (ISO 32000-1, 9.7.5.2). */
const eastern: Record<
  Exclude<Script, 'latin'>,
  { name: string; encoding: string; ordering: string; supplement: number }
> = {
  korean: { name: 'HYGoThic-Medium', encoding: 'UniKS-UCS2-H', ordering: 'Korea1', supplement: 1 },
  chinese: { name: 'STSong-Light', encoding: 'UniGB-UCS2-H', ordering: 'GB1', supplement: 4 },
  japanese: { name: 'HeiseiKakuGo-W5', encoding: 'UniJIS-UCS2-H', ordering: 'Japan1', supplement: 4 },
};

function setEastern(
  doc: PDFKit.PDFDocument,
  text: string,
  script: Exclude<Script, 'latin'>,
  x: number,
  baseline: number,
  size: number,
): void {
  const { name, encoding, ordering, supplement } = eastern[script];
  const descriptor = doc.ref({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4,
    FontBBox: [0, -148, 1001, 880],
    ItalicAngle: 0,
    Ascent: 880,
    Descent: -148,
    CapHeight: 880,
    StemV: 93,
  });
  const descendant = doc.ref({
    Type: 'Font',
    Subtype: 'CIDFontType0',
    BaseFont: name,
    // A String object is what pdfkit writes as a PDF string; a plain text would become a name.
    CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String(ordering), Supplement: supplement },
    DW: 1000,
    FontDescriptor: descriptor,
  });
  const font = doc.ref({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: encoding,
    DescendantFonts: [descendant],
  });
  for (const each of [descriptor, descendant, font]) each.end(null);
  doc.page.fonts[script] = font;
  const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
  doc.save().transform(1, 0, 0, -1, 0, doc.page.height);
  doc.addContent(`BT /${script} ${size} Tf 1 0 0 1 ${x} ${doc.page.height - baseline} Tm <${hex}> Tj ET`);
  doc.restore();
}
