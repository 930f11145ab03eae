import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance, type i18n } from 'i18next';
import type { Locale } from '#shared/locales.ts';
import { memoizeBy } from '#shared/memoize-by.ts';
import type { Notice } from '../contract.ts';
import { earnedIn, fillingsOf } from '../notice-fillings.ts';

/** Who reads: in which language, on which clocks, and when. */
export type Reader = { locale: Locale; zone: string; now: Date };
export type NoticeInWords = {
  sentence: string;
  /** Below it: the reason of what was done, the topic of the club to come, or the message to a class as it is. */
  below: string | null;
  earned: string | null;
};

const features = path.resolve(import.meta.dirname, '../..');
const catalogues = {
  notifications: path.join(features, 'notifications/web/texts'),
  store: path.join(features, 'store/web/texts'),
  shell: path.resolve(features, '../web/texts'),
};

/** Read when a letter in that language is first written, from where the screens have their texts. */
const textsIn = memoizeBy((locale: Locale): i18n => {
  const texts = Object.entries(catalogues).map(([name, folder]) => [
    name,
    JSON.parse(readFileSync(path.join(folder, `${locale}.json`), 'utf8')),
  ]);
  const made = createInstance();
  void made.init({
    lng: locale,
    resources: { [locale]: Object.fromEntries(texts) },
    defaultNS: 'notifications',
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return made;
});

/** A notice as the bell says it, for a letter or a push message. */
export function writeNotice(
  { kind, detail }: Pick<Notice, 'kind' | 'detail'>,
  reader: Reader,
): NoticeInWords {
  const { locale, zone, now } = reader;
  // The keys are made of what stands in the database, which the types of the catalogues do not know.
  const t = textsIn(locale).t as unknown as (key: string, options: object) => string;
  const fillings = fillingsOf(detail, { language: locale, zone, now }, (key, otherwise) =>
    t(key, { defaultValue: otherwise }),
  );
  const { reason, topic, message } = detail;
  const earned = earnedIn(detail, locale);
  const sentence = t(`kinds.${kind}`, { ...fillings, defaultValue: '' });
  return {
    sentence: sentence === '' || sentence.includes('{{') ? t('somethingNew', {}) : sentence,
    below: reason ? t('reason', { reason }) : topic ? t('topic', { topic }) : message ? `${message}` : null,
    earned: earned && t(`earned.${earned.key}`, earned.fillings),
  };
}
