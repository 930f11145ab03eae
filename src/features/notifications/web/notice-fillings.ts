import type { Notice } from '../contract.ts';

/** How a reader's language writes what notices hold. */
export type NoticeFormats = {
  moment: (instant: string) => string;
  day: (instant: string) => string;
  money: (cents: number, currency: string) => string;
  number: (value: number) => string;
};

/** For an interface language and the zone the reader lives in; Spanish as in Mexico. */
export function noticeFormats(language: string, zone: string | undefined): NoticeFormats {
  const locale = language === 'es' ? 'es-MX' : language;
  const moments = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(zone && { timeZone: zone }),
  });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(zone && { timeZone: zone }) });
  const numbers = new Intl.NumberFormat(locale);
  return {
    // In one piece: `5:09 a.m.` never breaks.
    moment: (instant) => moments.format(new Date(instant)).replaceAll('\u202f', '\u00a0'),
    day: (instant) => days.format(new Date(instant)),
    money: (cents, currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100),
    number: (value) => numbers.format(value),
  };
}

/**
 * What fills the words of a notice in, from its detail: an instant in ISO becomes a day and a time, `until` a day;
 * `amountCents` with `currency` becomes `amount`; `tier`, `role`, `ageGroup` and `item` (of the store) become their
 * names; any other number is written as a figure, and `coins`, or an `amount` of them, counts as well (`count`), for
 * the words that depend on how many.
 */
export function fillingsOf(
  detail: Notice['detail'],
  formats: NoticeFormats,
  word: (key: string, otherwise: string) => string,
): Record<string, string | number> {
  const filled: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(detail)) {
    if (value === null) filled[name] = '';
    else if (typeof value === 'number') filled[name] = formats.number(value);
    else if (!isInstant(value)) filled[name] = value;
    else filled[name] = name === 'until' ? formats.day(value) : formats.moment(value);
  }
  const { amountCents, currency, coins = detail.amount, tier, role, ageGroup, item } = detail;
  if (typeof amountCents === 'number') {
    filled.amount = formats.money(amountCents, typeof currency === 'string' ? currency : 'USD');
  }
  if (typeof coins === 'number') filled.count = Math.abs(coins);
  if (typeof tier === 'string') filled.tier = word(`shell:tiers.${tier}`, tier);
  if (typeof role === 'string') filled.role = word(`roles.${role}`, role);
  if (typeof ageGroup === 'string') filled.ageGroup = word(`ageGroups.${ageGroup}`, ageGroup);
  if (typeof item === 'string') filled.item = word(`store:items.${item}.name`, item);
  return filled;
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z$/.test(text) && !Number.isNaN(Date.parse(text));
}
