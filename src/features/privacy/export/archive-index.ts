import { html } from 'hono/html';
import type { Locale } from '#shared/locales.ts';
import { datesIn } from '#shared/time/dates.ts';
import de from '../archive-texts/de.json' with { type: 'json' };
import en from '../archive-texts/en.json' with { type: 'json' };
import es from '../archive-texts/es.json' with { type: 'json' };
import fr from '../archive-texts/fr.json' with { type: 'json' };
import ko from '../archive-texts/ko.json' with { type: 'json' };
import pt from '../archive-texts/pt.json' with { type: 'json' };
import zh from '../archive-texts/zh.json' with { type: 'json' };

export const archiveTexts = { es, en, fr, pt, de, ko, zh } satisfies Record<Locale, typeof es>;

/** A file of the archive, and how many records it holds. `name` is that of its part. */
export type Listed = { name: string; file: string; rows: number };

/** The page of the archive that says what its files are. It is one file without script, readable in any browser. */
export function archiveIndex(
  listed: readonly Listed[],
  { locale, zone, now }: { locale: Locale; zone: string; now: Date },
): string {
  const texts = archiveTexts[locale];
  const titles: Record<string, string> = texts.parts;
  const made = datesIn(locale, zone).moment(now.toISOString());
  const lines = listed.map(
    ({ name, file, rows }) =>
      html`<tr><td><a href="${file}">${titles[name] ?? name}</a></td><td>${rows}</td></tr>`,
  );
  return String(html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${texts.title}</title></head>
<body style="max-width:40rem;margin:0 auto;padding:1.5rem;background:#fffdf9;color:#171a2b;font:16px/1.6 system-ui,sans-serif">
<h1>${texts.title}</h1>
<p>${texts.made.replace('{{when}}', made)}</p>
<p>${texts.text}</p>
<table style="width:100%;text-align:start;border-spacing:0 .4rem">
<thead><tr><th style="text-align:start">${texts.file}</th><th style="text-align:start">${texts.records}</th></tr></thead>
<tbody>
${lines}
</tbody>
</table>
<p>${texts.missing}</p>
</body>
</html>
`);
}
