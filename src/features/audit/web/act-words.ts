import type { i18n } from 'i18next';
import { figuresIn } from '#shared/formats/figures.ts';
import { languageName } from '#shared/language-name.ts';
import { findLanguage } from '#shared/languages.ts';
import { dateInWords } from '#shared/time/date-in-words.ts';
import { datesIn } from '#shared/time/dates.ts';

/** The text of an act in the reader's language, or its code when it has none. */
export function actWords(act: string, texts: Pick<i18n, 't'>): string {
  const [feature, done] = act.split('.');
  return inWords(`acts.${feature}.${done}`, act, texts);
}

type Words = Pick<i18n, 't' | 'language'>;

/**
 * What changed, as pairs of a name and a value in the reader's language and zone; what has no value is left out.
 * Cents stand beside their currency, and are shown as the money they are.
 */
export function detailWords(
  { currency, ...detail }: Record<string, unknown>,
  texts: Words,
  zone: string,
): { name: string; value: string }[] {
  return (
    Object.entries(detail)
      .filter(([, value]) => value !== null && value !== '')
      // jsonb does not keep the order of keys: `from` goes before `to`.
      .sort(([one], [other]) => Number(other === 'from') - Number(one === 'from'))
      .map(([name, value]) => ({
        name: inWords(`details.${name}`, name, texts),
        value:
          typeof currency === 'string' && typeof value === 'number'
            ? figuresIn(texts.language).money(value, currency)
            : valueWords(name, value, texts, zone),
      }))
  );
}

function valueWords(name: string, value: unknown, texts: Words, zone: string): string {
  if (typeof value === 'number') return figuresIn(texts.language).number(value);
  if (Array.isArray(value)) return value.map((each) => valueWords(name, each, texts, zone)).join(', ');
  if (typeof value === 'object' && value !== null) {
    const { priceCents, currency, from, to } = value as Record<string, unknown>;
    if (typeof priceCents === 'number' && typeof currency === 'string')
      return figuresIn(texts.language).money(priceCents, currency);
    if (from === undefined || to === undefined) return JSON.stringify(value);
    return [from, to].map((each) => valueWords(name, each ?? '–', texts, zone)).join(' → ');
  }
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return datesIn(texts.language, zone).moment(text);
  if (/^\d{4}-\d\d$/.test(text)) return datesIn(texts.language, 'UTC').month(`${text}-15T00:00:00Z`);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dateInWords(text, texts.language);
  if (name === 'level') return texts.t(`levels.${text}`, { ns: 'shell', defaultValue: text });
  if (name === 'topics') return texts.t(`topics.${text}`, { ns: 'videos', defaultValue: text });
  if (name === 'language') return findLanguage(text) ? languageName(text, texts.language) : text;
  if (name === 'itemId') return texts.t(`items.${text}.name`, { ns: 'store', defaultValue: text });
  if (name === 'fields') return inWords(`fields.${text}`, text, texts);
  return /^[a-z][a-z-]*$/.test(text) ? inWords(`values.${text}`, text, texts) : text;
}

function inWords(key: string, otherwise: string, texts: Pick<i18n, 't'>): string {
  return texts.t(key, { ns: 'audit', defaultValue: otherwise });
}
