import type { Locale } from '#shared/locales.ts';
import { type LetterName, letterTexts } from './letter-texts.ts';

/** Composes a letter as plain text and as simple HTML with a button. `to` is the name it greets. */
export function composeLetter({
  locale,
  name,
  link,
  to,
  about = '',
}: {
  locale: Locale;
  name: LetterName;
  link: string;
  to?: string;
  /** The first name of the kid that the letter is about. */
  about?: string;
}): { subject: string; text: string; html: string } {
  const texts = letterTexts[locale];
  const { button, ...said } = texts.letters[name];
  const [subject, text, note] = [said.subject, said.text, said.note].map((words) =>
    words.replaceAll('{{kid}}', () => about),
  ) as [string, string, string];
  const hello = to ? texts.hello.replace('{{name}}', () => to) : texts.helloAnybody;
  const plain = [hello, text, `${button}:\n${link}`, note, texts.bye].join('\n\n');
  const paragraph = (words: string, style = '') => `<p style="margin:0 0 16px;${style}">${inHtml(words)}</p>`;
  const html = `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${inHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f9f2e6;color:#171a2b;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;border-radius:20px;background:#fffdf9">
${paragraph('Sumi', 'font-size:22px;font-weight:800')}
${paragraph(hello)}
${paragraph(text)}
<p style="margin:0 0 16px"><a href="${inHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:24px;background:#262a42;color:#fffdf9;text-decoration:none;font-weight:700">${inHtml(button)}</a></p>
${paragraph(texts.plain, 'font-size:14px;color:#6b6359')}
<p style="margin:0 0 16px;font-size:14px;overflow-wrap:anywhere">${inHtml(link)}</p>
${paragraph(note)}
${paragraph(texts.bye, 'margin:0')}
</div>
</body>
</html>
`;
  return { subject, text: `${plain}\n`, html };
}

function inHtml(words: string): string {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
