import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { piecesOfName } from '../rules.ts';
import { type CertificateOnPaper, drawCertificate } from './draw-certificate.ts';
import { fontFiles } from './set-name.ts';

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

/** What the page's instructions say, unpacked. */
function drawing(pdf: Buffer): string {
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

it('is a PDF of one page with both weights of its typeface inside, the same bytes each time', async () => {
  const pdf = await draw();
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const text = pdf.toString('latin1');
  expect(text.match(/\/Type \/Page\n/g)).toHaveLength(1);
  expect(text).toContain('+Figtree-ExtraBold');
  expect(text).toContain('+Figtree-Medium');
  expect(text.match(/\/FontFile2/g)).toHaveLength(2);
  expect(pdf.length).toBeLessThan(60_000);
  expect(await draw()).toEqual(pdf);
});

it('leads to where it is verified', async () => {
  expect((await draw()).toString('latin1')).toContain('(https://sumi.example.org/certificates/ABCDEFGHJKLM)');
});

it.each([
  ['김민준', 'HYGoThic-Medium', 'UniKS-UCS2-H', 'ae40bbfcc900'],
  ['李小龙', 'STSong-Light', 'UniGB-UCS2-H', '674e5c0f9f99'],
  ['山田はな', 'HeiseiKakuGo-W5', 'UniJIS-UCS2-H', '5c717530306f306a'],
])(
  '%s is written as text in a typeface that readers of that script have',
  async (shownName, face, encoding, codes) => {
    const pdf = await draw({ shownName });
    const text = pdf.toString('latin1');
    expect(text).toContain(`/BaseFont /${face}`);
    expect(text).toContain(`/Encoding /${encoding}`);
    expect(text).toMatch(/\/Registry \(Adobe\)/);
    expect(drawing(pdf)).toContain(`<${codes}> Tj`);
  },
);

it('the longest name an account can have stays on the sheet', async () => {
  for (const shownName of ['Ñ'.repeat(80), 'María de los Ángeles '.repeat(4).trim().slice(0, 80)]) {
    expect((await draw({ shownName })).length).toBeGreaterThan(5000);
  }
});

it('the letters that names may have are those the typeface draws', () => {
  const doc = new PDFDocument();
  for (const file of Object.values(fontFiles)) {
    doc.font(fileURLToPath(new URL(file, import.meta.url)));
    const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })
      ._font;
    const missing = Array.from({ length: 0x2100 }, (_, code) => code)
      .filter((code) => piecesOfName(String.fromCodePoint(code).normalize('NFC'))?.[0]?.script === 'latin')
      .filter(
        (code) => !font.hasGlyphForCodePoint(String.fromCodePoint(code).normalize('NFC').codePointAt(0) ?? 0),
      );
    expect(missing.map((code) => code.toString(16))).toEqual([]);
  }
});
