import type { Locale } from '#shared/locales.ts';
import { letterTexts } from './letter-texts.ts';

/** What stands in a letter. Empty parts are left out. */
export type LetterParts = {
  locale: Locale;
  subject: string;
  /** The line that mail programs show after the subject in a list of letters. */
  preview: string;
  /** Above the button: a greeting and what there is to say. A list is one paragraph of lines. */
  before: readonly (string | readonly string[] | { heading: string } | { code: string })[];
  button?: Link | undefined;
  after: readonly string[];
  /** Links below the letter. */
  foot?: readonly Link[];
};
type Link = { words: string; link: string };
type Part = LetterParts['before'][number];

/** How a letter begins; without a name it greets the reader. */
export function helloTo(locale: Locale, name?: string): string {
  const { hello, helloAnybody } = letterTexts[locale];
  return name ? hello.replace('{{name}}', () => name) : helloAnybody;
}

/**
 * The colours, by the class of the element. Those of the light scheme are inline, because some mail programs drop style
 * sheets, and Outlook draws tables alone. Those of the dark scheme are for the programs that have one and keep the
 * sheet.
 */
const colours = {
  paper: ['background-color:#f9f2e6;color:#171a2b', 'background-color:#11121d;color:#efe8dc'],
  card: ['background-color:#fffdf9;color:#171a2b', 'background-color:#1b1c2c;color:#efe8dc'],
  quiet: ['color:#6b6359', 'color:#b3adab'],
  code: ['background-color:#f4ead8;color:#171a2b', 'background-color:#26273b;color:#efe8dc'],
  button: ['background-color:#262a42;color:#fffdf9', 'background-color:#f4ead8;color:#171a2b'],
} as const;
type Colour = keyof typeof colours;

const darkSheet = Object.entries(colours)
  .map(([name, [, dark]]) => `.${name}{${dark.replaceAll(/(?=;|$)/g, '!important')}}`)
  .join('');

/** In letters: a longer heading is drawn smaller. */
const longHeading = 80;

/** The look of every letter, as plain text and as HTML that mail programs draw. */
export function frameLetter({ locale, subject, preview, before, button, after, foot = [] }: LetterParts) {
  const { plain: whereTo, bye } = letterTexts[locale];
  const paragraphs = before.filter((part) => inText(part) !== '');
  const text = [
    ...paragraphs.map(inText),
    ...(button ? [asLine(button)] : []),
    ...after.filter(Boolean),
    bye,
    ...foot.map(asLine),
  ].join('\n\n');
  // Where lines of Korean break between words, as readers expect, a word as long as a line has to break all the same.
  const breaks = locale === 'ko' ? 'word-break:keep-all;' : '';
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${inHtml(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkSheet}}</style>
</head>
<body ${look('paper', 'margin:0;padding:0')}>
${asPreview(preview)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${look('paper')}>
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td role="main" ${look('card', `padding:28px 24px;border-radius:20px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;text-align:left;${breaks}overflow-wrap:anywhere`)}>
<p style="margin:0 0 20px;font-size:22px;font-weight:800">Sumi<span style="color:#e65f41">.</span></p>
${paragraphs.map(asBlock).join('\n')}
${button ? asButton(button) : ''}
${[...after.filter(Boolean).map((words) => paragraph(words)), paragraph(bye)].join('\n')}
${button ? `<p ${look('quiet', 'margin:24px 0 0;font-size:13px')}>${inHtml(whereTo)}<br>${inHtml(button.link)}</p>` : ''}
</td></tr>
${foot.length > 0 ? `<tr><td role="contentinfo" align="center" style="padding:12px 24px;font:14px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">\n${foot.map(asFoot).join('\n')}\n</td></tr>` : ''}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
  return { subject, text: `${text}\n`, html };
}

function inText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('heading' in part) return part.heading;
  if ('code' in part) return part.code;
  return part.map((line) => `- ${line}`).join('\n');
}

function asBlock(part: Part): string {
  if (typeof part === 'string') return paragraph(part);
  if ('heading' in part) {
    // A notice of several sentences is read as a text.
    const weight =
      part.heading.length > longHeading ? 'font-size:18px;font-weight:600' : 'font-size:21px;font-weight:700';
    return `<h1 style="margin:0 0 16px;line-height:1.35;${weight}">${inHtml(part.heading)}</h1>`;
  }
  if ('code' in part)
    return `<p ${look('code', 'margin:0 0 16px;padding:12px;border-radius:12px;font-size:30px;line-height:1.3;font-weight:700;letter-spacing:4px;text-align:center')}>${inHtml(part.code)}</p>`;
  const lines = part.map((line) => `<li style="margin:0 0 10px">${inHtml(line)}</li>`).join('');
  return `<ul style="margin:0 0 16px;padding-left:20px">${lines}</ul>`;
}

/** Not shown in the letter. What fills it up keeps the letter's own beginning out of the list of letters. */
function asPreview(words: string): string {
  if (words === '') return '';
  return `<div aria-hidden="true" style="display:none;max-height:0;overflow:hidden">${inHtml(words)}${'&#8199;&#847; '.repeat(60)}</div>`;
}

function asLine({ words, link }: Link): string {
  return `${words}:\n${link}`;
}

function asButton({ words, link }: Link): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0">
<tr><td align="center" ${look('button', 'border-radius:26px')}><a href="${inHtml(link)}" ${look('button', 'display:block;padding:14px 28px;border-radius:26px;line-height:24px;font-weight:700;text-decoration:none')}>${inHtml(words)}</a></td></tr>
</table>`;
}

function asFoot({ words, link }: Link): string {
  return `<p style="margin:0"><a href="${inHtml(link)}" ${look('quiet', 'display:inline-block;padding:6px 0')}>${inHtml(words)}</a></p>`;
}

function paragraph(words: string): string {
  return `<p style="margin:0 0 16px">${inHtml(words)}</p>`;
}

function look(name: Colour, style = ''): string {
  return `class="${name}" style="${[style, colours[name][0]].filter(Boolean).join(';')}"`;
}

function inHtml(words: string): string {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
