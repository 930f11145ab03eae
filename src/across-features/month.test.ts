import { expect, it } from 'vitest';
import { everyInvariant } from '../every-invariant.ts';
import { describeFigures } from '../testing/month/figures.ts';
import { judgeMonth } from '../testing/month/judge-month.ts';
import { type MonthOptions, simulateMonth } from '../testing/month/simulate-month.ts';

const seed = Number(process.env.MONTH_SEED ?? 20_261_101);

/** Eight days around the end of October: clocks go back in New York, a holiday, the end of a season. */
const eightDays: MonthOptions = {
  people: 60,
  teachers: 4,
  seats: 3,
  firstDay: '2026-10-27',
  days: 8,
  holidays: ['2026-11-02'],
  season: '2026-10',
  // Low enough to be reached in a week.
  ceiling: 1000,
  // A week is too short for three.
  pausingAbsences: 1,
  invariants: everyInvariant,
  seed,
};
/** `npm run month` simulates a whole one; it sets these. */
const wholeMonth: MonthOptions = {
  people: Number(process.env.MONTH_PEOPLE ?? 300),
  teachers: Number(process.env.MONTH_TEACHERS ?? 10),
  seats: 6,
  firstDay: '2026-10-10',
  days: Number(process.env.MONTH_DAYS ?? 31),
  holidays: ['2026-10-20', '2026-11-02'],
  season: '2026-10',
  pausingAbsences: 3,
  // A month issues some 90 for each person, without the bonuses of new accounts: the ceiling has to be reached.
  ceiling: 80 * Number(process.env.MONTH_PEOPLE ?? 300),
  invariants: everyInvariant,
  seed,
};
const isWhole = process.env.MONTH_PEOPLE !== undefined;

it('a simulated month keeps every invariant, by a clock that is moved', {
  timeout: 7_200_000,
}, async () => {
  const outcome = await simulateMonth(isWhole ? wholeMonth : eightDays, (now, violations) => {
    if (isWhole)
      process.stderr.write(`${now.toISOString()} ${violations.length} ${violations.at(-1) ?? ''}\n`);
  });
  const figures = describeFigures(outcome);
  console.log(figures.lines.join('\n'));
  const violations = judgeMonth(outcome, figures, { isWhole });
  expect(violations.slice(0, 40), `${violations.length} things are wrong; seed ${seed}`).toEqual([]);
});
