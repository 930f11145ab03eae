import { figuresIn } from '#shared/formats/figures.ts';
import { languageInSentence } from '#shared/language-name.ts';
import { findLanguage } from '#shared/languages.ts';
import { monthInWords } from '#shared/time/calendar-words.ts';
import { dateInWords } from '#shared/time/date-in-words.ts';
import { datesIn } from '#shared/time/dates.ts';

/**
 * The placeholders of a notice's text, for an interface language and the reader's zone. An ISO instant is the start of
 * a class, with its time in Mexico City where that differs; `until`, an instant or a day, becomes a day. `amountCents`
 * with `currency` becomes `amount`. What was paid for without a `title` is a plan, named after its `tier`. `tier`,
 * `role`, `ageGroup` and `item` (of the store) become their names, `season` a month, and `language` its name inside a
 * sentence (empty: every language). Any other number is formatted, and `coins`, an `amount` of coins, `learners` or
 * `seats` also give `count` for the plural.
 */
export function fillingsOf(
  detail: Readonly<Record<string, string | number | null>>,
  { language, zone, now }: { language: string; zone: string; now: Date },
  word: (key: string, otherwise: string) => string,
): Record<string, string | number> {
  const { day, start } = datesIn(language, zone);
  const { number, money } = figuresIn(language);
  const filled: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(detail)) {
    if (value === null) filled[name] = '';
    else if (typeof value === 'number') filled[name] = number(value);
    else if (name === 'until' && isDay(value)) filled[name] = dateInWords(value, language);
    else if (!isInstant(value)) filled[name] = value;
    else filled[name] = name === 'until' ? day(value) : start(value, now);
  }
  const {
    amountCents,
    currency,
    coins = detail.amount,
    learners = coins,
    seats = learners,
    tier,
    role,
    ageGroup,
    item,
    season,
  } = detail;
  if (typeof amountCents === 'number') {
    filled.amount = money(amountCents, typeof currency === 'string' ? currency : 'USD');
  }
  if (typeof seats === 'number') filled.count = Math.abs(seats);
  if (typeof tier === 'string') filled.tier = word(`shell:tiers.${tier}`, tier);
  if (typeof tier === 'string' && detail.title === null) filled.title = filled.tier ?? tier;
  if (typeof role === 'string') filled.role = word(`roles.${role}`, role);
  if (typeof ageGroup === 'string') filled.ageGroup = word(`ageGroups.${ageGroup}`, ageGroup);
  if (typeof item === 'string') filled.item = word(`store:items.${item}.name`, item);
  if (typeof season === 'string') filled.season = monthInWords(season, language);
  if (typeof detail.language === 'string') {
    const code = findLanguage(detail.language)?.code;
    filled.language = code
      ? languageInSentence(code, language)
      : detail.language || word('languages.every', detail.language);
  }
  return filled;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** What a notice says of coins that came with what it tells, in a line below its sentence; null where none came. */
export function earnedIn(
  { earned, ofStreak }: Readonly<Record<string, string | number | null>>,
  language: string,
): {
  key: 'coins' | 'ofStreak' | 'withStreak';
  fillings: { count: number; coins: string; streak: string };
} | null {
  if (typeof earned !== 'number') return null;
  const { number } = figuresIn(language);
  const ofDay = typeof ofStreak === 'number' ? ofStreak : 0;
  const fillings = { count: earned, coins: number(earned), streak: number(ofDay) };
  if (ofDay === earned) return { key: 'ofStreak', fillings };
  return { key: ofDay > 0 ? 'withStreak' : 'coins', fillings };
}
