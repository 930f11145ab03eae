import { datesIn } from '#web/i18n/use-dates.ts';
import { figuresIn } from '#web/i18n/use-figures.ts';
import type { Notice } from '../contract.ts';

/**
 * What fills the words of a notice in, for an interface language and the zone the reader lives in: an instant in ISO becomes a day and a time, `until` a day;
 * `amountCents` with `currency` becomes `amount`; `tier`, `role`, `ageGroup` and `item` (of the store) become their
 * names; any other number is written as a figure, and `coins`, or an `amount` of them, counts as well (`count`), for
 * the words that depend on how many.
 */
export function fillingsOf(
  detail: Notice['detail'],
  { language, zone }: { language: string; zone: string },
  word: (key: string, otherwise: string) => string,
): Record<string, string | number> {
  const { day, moment } = datesIn(language, zone);
  const { number, money } = figuresIn(language);
  const filled: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(detail)) {
    if (value === null) filled[name] = '';
    else if (typeof value === 'number') filled[name] = number(value);
    else if (!isInstant(value)) filled[name] = value;
    else filled[name] = name === 'until' ? day(value) : moment(value);
  }
  const { amountCents, currency, coins = detail.amount, tier, role, ageGroup, item } = detail;
  if (typeof amountCents === 'number') {
    filled.amount = money(amountCents, typeof currency === 'string' ? currency : 'USD');
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
