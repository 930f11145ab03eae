import type { Locale } from '#shared/locales.ts';
import { letterTexts } from './letter-texts.ts';

/** What stands in a letter. Empty paragraphs are left out. */
export type LetterParts = {
  locale: Locale;
  subject: string;
  /** Paragraphs above the button: a greeting and what there is to say. A list is one paragraph of lines. */
  before: readonly (string | readonly string[])[];
  button: { words: string; link: string };
  after: readonly string[];
  /** Links below the letter. */
  foot?: readonly { words: string; link: string }[];
};

/** How a letter begins; without a name it greets the reader. */
export function helloTo(locale: Locale, name?: string): string {
  const { hello, helloAnybody } = letterTexts[locale];
  return name ? hello.replace('{{name}}', () => name) : helloAnybody;
}

/** The look of every letter, as plain text and as simple HTML with a button. */
export function frameLetter({ locale, subject, before, button, after, foot = [] }: LetterParts) {
  const { plain: whereTo, bye } = letterTexts[locale];
  const isSaid = (part: string | readonly string[]) => part.length > 0;
  const inText = (part: string | readonly string[]) =>
    typeof part === 'string' ? part : part.map((line) => `- ${line}`).join('\n');
  const text = [
    ...before.filter(isSaid).map(inText),
    `${button.words}:\n${button.link}`,
    ...after.filter(isSaid),
    bye,
    ...foot.map(({ words, link }) => `${words}:\n${link}`),
  ].join('\n\n');
  const html = `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${inHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f9f2e6;color:#171a2b;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;border-radius:20px;background:#fffdf9">
${paragraph('Sumi', 'font-size:22px;font-weight:800')}
${before.filter(isSaid).map(asBlock).join('\n')}
<p style="margin:0 0 16px"><a href="${inHtml(button.link)}" style="display:inline-block;padding:12px 24px;border-radius:24px;background:#262a42;color:#fffdf9;text-decoration:none;font-weight:700">${inHtml(button.words)}</a></p>
${paragraph(whereTo, 'font-size:14px;color:#6b6359')}
<p style="margin:0 0 16px;font-size:14px;overflow-wrap:anywhere">${inHtml(button.link)}</p>
${[...after.filter(isSaid).map((words) => paragraph(words)), paragraph(bye, 'margin:0')].join('\n')}
</div>
${foot.map(asFoot).join('\n')}
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

function asBlock(part: string | readonly string[]): string {
  if (typeof part === 'string') return paragraph(part);
  const lines = part.map((line) => `<li style="margin:0 0 8px">${inHtml(line)}</li>`).join('');
  return `<ul style="margin:0 0 16px;padding-left:20px">${lines}</ul>`;
}

function asFoot({ words, link }: { words: string; link: string }): string {
  return `<p style="max-width:520px;margin:12px auto 0;padding:0 32px;font-size:14px;text-align:center"><a href="${inHtml(link)}" style="color:#6b6359">${inHtml(words)}</a></p>`;
}

function paragraph(words: string, style = ''): string {
  return `<p style="margin:0 0 16px;${style}">${inHtml(words)}</p>`;
}

function inHtml(words: string): string {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
