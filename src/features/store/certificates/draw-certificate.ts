import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { fontFiles } from '#server/pictures/font-files.ts';
import { languageName } from '#shared/language-name.ts';
import { canBeWritten, certificateDay, groupedCode } from '../rules.ts';
import { certificateWords, type PaperLocale } from './certificate-words.ts';
import type { Vouched } from './issue-certificate.ts';
import { setName } from './set-name.ts';

export type CertificateOnPaper = Vouched & {
  issuedAt: Date;
  issuedBy: string;
  code: string;
  /** The address at which a visitor verifies it. */
  address: string;
  locale: PaperLocale;
};

const look = {
  paper: '#fbf5ea',
  sheet: '#fffdf9',
  ink: '#1e2136',
  quiet: '#6b6359',
  line: '#dccfb9',
  marigold: '#f4901e',
};

/** An A4 sheet in landscape, in points, and its margin. */
const sheet = { width: 841.89, height: 595.28, margin: 30 };
const left = 84;
const textWidth = 520;

const brushStroke =
  'M2 8.5C22 3.4 61 1.8 104 2.3c34 .4 66 1.5 93 4.2.9.1.9 1.4 0 1.5-18 .7-33 .4-49 .6 13 .5 25 1 36 2 .8.1.8 1.2 0 1.2-46 .6-104-.3-160 1-8 .2-17-.3-22-1.3-2-.4-2-2.3 0-3z';
const markStroke =
  'M29.5 6.2C24 2.6 14.8 3 10.6 7.7c-3.9 4.5-.9 9.4 4.3 11.1 5.6 1.9 12.2 2.2 12.6 7.1.4 4.7-6 7.2-11.3 6.3-3.2-.6-6.4-2.2-8.8-4.4-1-.9-2.5.2-1.9 1.4 2.2 4.3 7.3 7 12.3 7.1 8.3.2 16.2-4.2 15.9-11.6-.3-7.3-7.9-8.5-13.7-10.1-3.7-1-5-2.5-3.9-4.3 1.8-2.9 7.2-2.6 11.6-1.2 1.9.6 3.5-1.6 1.8-2.9z';
const markDrop =
  'M34.3 27.5c.5 2.4 3.2 4.1 3.2 6.9a3.7 3.7 0 0 1-7.4 0c0-2.6 2.6-4.5 3.1-6.9.1-.6 1-.6 1.1 0z';

/** Draws a certificate as a PDF of one page. The same certificate gives the same bytes. */
export async function drawCertificate(certificate: CertificateOnPaper): Promise<Buffer> {
  const { shownName, language, level, issuedAt, issuedBy, code, address, locale } = certificate;
  const words = certificateWords[locale];
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    lang: locale,
    displayTitle: true,
    info: {
      Title: `${words.title} · ${shownName}`,
      Author: 'Sumi',
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const finished = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(parts))));
  for (const [name, file] of Object.entries(fontFiles)) doc.registerFont(name, file);

  drawSheet(doc);
  doc
    .font('heavy')
    .fontSize(15)
    .fillColor(look.ink)
    .text('Sumi', left + 38, 79, { lineBreak: false });
  drawMark(doc, left, 70, 32, 1);

  doc.font('heavy').fontSize(34).text(words.title, left, 138, { lineBreak: false });
  const titleWidth = doc.widthOfString(words.title);
  drawPath(doc, brushStroke, { x: left - 2, y: 178, scaleX: titleWidth / 196, scaleY: 0.8 }, look.marigold);

  doc.font('medium').fontSize(15).fillColor(look.quiet).text(words.says, left, 222, { lineBreak: false });
  const below = setName(doc, shownName, { x: left, y: 248, width: textWidth, color: look.ink });

  doc.font('heavy').fontSize(22).fillColor(look.ink);
  doc.text(`${languageName(language, locale)} · ${words.level[level]}`, left, below + 22, {
    width: textWidth,
  });

  drawFact(doc, words.date, certificateDay(issuedAt.toISOString(), locale), left, 190);
  // A teacher may have taken another name since; one with letters missing would name another person.
  const issuer = canBeWritten(issuedBy) ? issuedBy : words.nameOnPage;
  drawFact(doc, words.vouchedBy, issuer, left + 210, textWidth - 210);
  drawProof(doc, words.verify, address, code);
  doc.end();
  return finished;
}

function drawSheet(doc: PDFKit.PDFDocument): void {
  const { width, height, margin } = sheet;
  doc.rect(0, 0, width, height).fill(look.paper);
  doc.roundedRect(margin, margin, width - 2 * margin, height - 2 * margin, 22).fill(look.sheet);
  doc.save();
  doc.roundedRect(margin, margin, width - 2 * margin, height - 2 * margin, 22).clip();
  drawMark(doc, 520, 170, 420, 0.06);
  doc.restore();
  doc
    .lineWidth(1.25)
    .roundedRect(margin, margin, width - 2 * margin, height - 2 * margin, 22)
    .stroke(look.line);
}

function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, size: number, opacity: number): void {
  const scale = size / 40;
  doc.save().fillOpacity(opacity);
  drawPath(doc, markStroke, { x, y, scaleX: scale, scaleY: scale }, look.ink);
  drawPath(doc, markDrop, { x, y, scaleX: scale, scaleY: scale }, look.marigold);
  doc.restore();
}

function drawPath(
  doc: PDFKit.PDFDocument,
  path: string,
  { x, y, scaleX, scaleY }: { x: number; y: number; scaleX: number; scaleY: number },
  color: string,
): void {
  doc.save().translate(x, y).scale(scaleX, scaleY).path(path).fill(color).restore();
}

const factsAt = 452;

function drawFact(doc: PDFKit.PDFDocument, label: string, value: string, x: number, width: number): void {
  doc.font('medium').fontSize(10.5).fillColor(look.quiet).text(label, x, factsAt, { width });
  setName(doc, value, { x, y: factsAt + 16, width, color: look.ink, sizes: [14, 9] });
}

/** The address and the code that verify the certificate, and the same as a QR code. */
function drawProof(doc: PDFKit.PDFDocument, says: string, address: string, code: string): void {
  const size = 104;
  const x = sheet.width - sheet.margin - 44 - size;
  const y = factsAt - 32;
  const { data, size: modules } = encode(address, { border: 0, ecc: 'M' });
  const step = size / modules;
  for (const [row, line] of data.entries()) {
    for (const [column, dark] of line.entries()) {
      if (dark) doc.rect(x + column * step, y + row * step, step + 0.02, step + 0.02);
    }
  }
  doc.fill(look.ink);
  doc.font('medium').fontSize(9.5).fillColor(look.quiet);
  doc.text(`${says} ${address.replace(/^https?:\/\//, '')}`, left, 512, { width: textWidth, link: address });
  doc.font('heavy').fontSize(10).fillColor(look.ink);
  doc.text(groupedCode(code), x - 40, y + size + 8, { width: size + 80, align: 'center' });
}
