import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { Locale } from '#shared/locales.ts';
import { memoizeBy } from '#shared/memoize-by.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';
import de from './sheet-texts/de.json' with { type: 'json' };
import en from './sheet-texts/en.json' with { type: 'json' };
import es from './sheet-texts/es.json' with { type: 'json' };
import fr from './sheet-texts/fr.json' with { type: 'json' };
import ko from './sheet-texts/ko.json' with { type: 'json' };
import pt from './sheet-texts/pt.json' with { type: 'json' };
import zh from './sheet-texts/zh.json' with { type: 'json' };

export const sheetTexts = { es, en, fr, pt, de, ko, zh } satisfies Record<Locale, typeof es>;

export type SheetWords = ReturnType<typeof sheetWordsIn>;

type Acts = Record<string, Record<string, string> | undefined>;

/** What acts are called, read when a list in that language is first written, from where the screen has it. */
const actsIn = memoizeBy((locale: Locale): Acts => {
  const file = path.join(import.meta.dirname, `web/texts/${locale}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { acts: Acts }).acts;
});

/** The words and the clock of every list that is downloaded as CSV, for the person who takes it. */
export async function readSheetWords({ db, actor }: Ctx): Promise<SheetWords> {
  const { locale, zone } = await db
    .selectFrom('users')
    .select(['locale', 'zone'])
    .where('id', '=', memberOf(actor).userId)
    .executeTakeFirstOrThrow();
  return sheetWordsIn(locale, zone);
}

function sheetWordsIn(locale: Locale, zone: string) {
  const { heads, words } = sheetTexts[locale];
  return {
    locale,
    /** An act as the screen calls it; one without a text is its code. */
    act(code: string) {
      const [feature = '', name = ''] = code.split('.');
      return actsIn(locale)[feature]?.[name] ?? code;
    },
    /** A day, `yyyy-mm-dd`, of a whole day's instant; `''` where there is none. */
    day: (at: string | null) => (at === null ? '' : calendarDay(at, zone)),
    head: (name: keyof typeof heads) => heads[name],
    word: (value: keyof typeof words | null) => (value === null ? '' : words[value]),
    mark: (is: boolean) => (is ? words.yes : ''),
    /** The heads above `moment`. */
    momentHeads: (name: keyof typeof heads) => [heads[name], `${heads[name]} (UTC)`],
    /** An instant as the screens have it, `yyyy-mm-dd HH:mm` in the reader's zone, and in UTC for machines. */
    moment(at: Date | null) {
      if (at === null) return ['', ''];
      const utc = at.toISOString();
      return [`${calendarDay(utc, zone)} ${clockTime(utc, zone)}`, utc];
    },
  };
}
