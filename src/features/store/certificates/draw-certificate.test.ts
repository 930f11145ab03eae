import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { fontFiles } from '#server/pictures/font-files.ts';
import { type CertificateOnPaper, drawCertificate } from './draw-certificate.ts';
import { setName } from './set-name.ts';

const certificate: CertificateOnPaper = {
  shownName: 'Ana María López',
  language: 'en',
  level: 'intermediate',
  issuedAt: new Date('2026-11-20T12:00:00Z'),
  issuedBy: 'Inés Ávila',
  code: 'ABCDEFGHJKLM',
  address: 'https://sumi.example.org/certificates/ABCDEFGHJKLM',
  locale: 'es',
};
const draw = (traits: Partial<CertificateOnPaper> = {}) => drawCertificate({ ...certificate, ...traits });

/** The text of a PDF's streams, decompressed. */
function unpacked(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/\/Length (\d+)[^>]*>>\nstream\n/g)]
    .map(({ index, 0: head, 1: length }) =>
      pdf.subarray(index + head.length, index + head.length + Number(length)),
    )
    .map((packed) => {
      try {
        return inflateSync(packed).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}

/** The fonts inside a PDF, without the tag of the subset. */
const fontsOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/Type \/FontDescriptor\n\/FontName \/[A-Z]{6}\+([\w-]+)/g)]
    .map(([, name]) => name)
    .sort();

describe('drawCertificate', () => {
  it('makes a PDF of one page with the fonts of its letters embedded, the same bytes each time', async () => {
    const pdf = await draw();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const text = pdf.toString('latin1');
    expect(text.match(/\/Type \/Page\n/g)).toHaveLength(1);
    expect(fontsOf(pdf)).toEqual(['Figtree-ExtraBold', 'Figtree-Medium']);
    expect(text.match(/\/FontFile2/g)).toHaveLength(2);
    expect(pdf.length).toBeLessThan(60_000);
    expect(await draw()).toEqual(pdf);
  });

  it('dates a certificate to the day in Mexico City, whose evening is the next day in UTC', async () => {
    const words = async (issuedAt: string) => unpacked(await draw({ issuedAt: new Date(issuedAt) }));
    const atNoon = await words('2026-11-20T18:00:00Z');
    expect(await words('2026-11-21T05:59:00Z')).toBe(atNoon);
    expect(await words('2026-11-21T06:00:00Z')).not.toBe(atNoon);
  });

  it('links to the page that verifies the certificate', async () => {
    expect((await draw()).toString('latin1')).toContain(
      '(https://sumi.example.org/certificates/ABCDEFGHJKLM)',
    );
  });

  it('says where the name of the person who vouches is read, in place of one without its letters', async () => {
    const onPage = await draw({ issuedBy: 'El nombre está en la página de abajo' });
    for (const issuedBy of ['فاطمة الزهراء', 'Priya प्रिया']) expect(await draw({ issuedBy })).toEqual(onPage);
    expect(await draw({ issuedBy: 'Priya' })).not.toEqual(onPage);
  });

  it.each([
    ['김민준', ['NotoSansKR-Bold']],
    ['李小龙', ['NotoSansHans-Bold']],
    ['山田はな', ['NotoSansHans-Bold']],
    ['Анна Щербакова', ['Onest-ExtraBold']],
    ['김민준 (Minjun) 李小龍', ['NotoSansHans-Bold', 'NotoSansKR-Bold']],
  ])('embeds the glyphs of %s, as text that can be searched', async (shownName, fonts) => {
    const pdf = await draw({ shownName });
    expect(fontsOf(pdf)).toEqual(['Figtree-ExtraBold', 'Figtree-Medium', ...fonts]);
    const outlines = fonts.filter((font) => font.startsWith('Noto'));
    expect(pdf.toString('latin1').match(/\/FontFile3/g) ?? []).toHaveLength(outlines.length);
    expect(pdf.length).toBeLessThan(200_000);
    // The maps from glyphs to characters, by which a reader searches and copies.
    const maps = unpacked(pdf);
    const codes = [...shownName].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'));
    expect(codes.filter((code) => !maps.includes(`<${code}>`))).toEqual([]);
  });
});

describe('setName', () => {
  it.each([
    ['Latin letters without a space', 'Ñ'.repeat(80)],
    ['letters in many words', 'María de los Ángeles '.repeat(4).trim().slice(0, 80)],
    ['Korean letters without a space', '가'.repeat(80)],
    ['letters of three scripts', '김민준 (Minjun) 李小龍 '.repeat(4).trim().slice(0, 80)],
  ])('writes a name of 80 %s on two lines within the width', (_, name) => {
    const doc = new PDFDocument();
    for (const [font, file] of Object.entries(fontFiles)) doc.registerFont(font, file);
    const lines = new Set<number>();
    const ends: number[] = [];
    doc.text = ((text: string, x: number, y: number) => {
      lines.add(y);
      ends.push(x + doc.widthOfString(text));
      return doc;
    }) as typeof doc.text;
    setName(doc, name, { x: 0, y: 0, width: 520, color: '#000' });
    expect(lines.size).toBe(2);
    expect(Math.max(...ends)).toBeLessThan(520.01);
  });
});
