import { daysBetween } from '#shared/time/calendar-days.ts';
import { calendarDay, mexicoCity } from '#shared/time/zones.ts';

/** A season is a month of the community's calendar (`2026-11`), which is that of Mexico City. */
export function seasonAt(now: Date): string {
  return calendarDay(now.toISOString(), mexicoCity).slice(0, 7);
}

/** Whether the month of a season has ended. */
export function isOver(season: string, now: Date): boolean {
  return season < seasonAt(now);
}

/** How many days of a season are left after today: 0 on its last day and after its end. */
export function daysLeft(season: string, now: Date): number {
  const [year = 0, month = 0] = season.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).toISOString();
  return Math.max(0, daysBetween(calendarDay(now.toISOString(), mexicoCity), lastDay.slice(0, 10)));
}

const secondsIn: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1 };

/**
 * The minutes in a learning time: `12h 30m`, `1d 2h`, `2.5 h`, `45 min`, `1:30` (hours and minutes) or a bare number of
 * minutes. Null when the text says no time. A separator before three digits may group thousands, so it says none.
 */
export function minutesIn(learningTime: string): number | null {
  const text = learningTime.trim().toLowerCase();
  const clock = /^(\d{1,5}):([0-5]\d)(?::[0-5]\d)?$/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const parts = [...text.matchAll(/(\d{1,6}(?:[.,]\d{1,2})?)\s*([dhms])\p{L}*\.?[\s,]*/gu)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return null;
  const seconds = parts.reduce(
    (sum, [, amount = '', unit = '']) => sum + Number(amount.replace(',', '.')) * (secondsIn[unit] ?? 0),
    0,
  );
  // What is missing to a whole second was lost in adding decimals.
  return Math.floor(Math.round(seconds) / 60);
}

/** Experience for each minute, rounded down. Less than a minute counts as one. Null without a time. */
export function xpPerMinute(totalExp: number, learningTime: string): number | null {
  const minutes = minutesIn(learningTime);
  return minutes === null ? null : Math.floor(totalExp / Math.max(minutes, 1));
}

/** Whether a row wins nothing for now: an administrator holds it, or its experience is out of all proportion. */
export function isHeld(
  { xpPerMinute, review }: Pick<Contestant, 'xpPerMinute' | 'review'>,
  { mostXpPerMinute }: { mostXpPerMinute: number },
): boolean {
  return review ?? (xpPerMinute !== null && xpPerMinute > mostXpPerMinute);
}

export type Contestant = {
  id: string;
  username: string;
  language: string;
  totalExp: number;
  xpPerMinute: number | null;
  /** What an administrator said of it: true where they hold it, false where they released it. */
  review: boolean | null;
};
export type Winner<Row> = { row: Row; place: number; coins: number };

/**
 * The winners of a season: of each language the first rows, in the order given, that have experience and are not
 * held. A user name wins once in a language. A language with too few user names that have experience gives no prizes: a
 * misspelt one would pay for one lesson. A prize of 0 coins is not given.
 */
export function chooseWinners<Row extends Contestant>(
  inOrder: readonly Row[],
  {
    prizes,
    mostXpPerMinute,
    fewestParticipants,
  }: { prizes: readonly number[]; mostXpPerMinute: number; fewestParticipants: number },
): Winner<Row>[] {
  const chosen = new Map<string, Row[]>();
  const participants = new Map<string, Set<string>>();
  for (const row of inOrder) {
    if (row.totalExp === 0) continue;
    const username = row.username.toLowerCase();
    participants.set(row.language, (participants.get(row.language) ?? new Set()).add(username));
    const before = chosen.get(row.language) ?? [];
    const again = before.some((earlier) => earlier.username.toLowerCase() === username);
    if (again || before.length === prizes.length || isHeld(row, { mostXpPerMinute })) continue;
    chosen.set(row.language, [...before, row]);
  }
  return [...chosen]
    .filter(([language]) => (participants.get(language)?.size ?? 0) >= fewestParticipants)
    .flatMap(([, rows]) => rows.map((row, index) => ({ row, place: index + 1, coins: prizes[index] ?? 0 })))
    .filter(({ coins }) => coins > 0);
}

type Figures = { totalExp: number; streakDays: number };

/**
 * How much a row lacks to overtake the row before it: experience, or days in the order by streak. A tie goes to the
 * longer streak (or to the greater experience), so the figure of the row before may be enough.
 */
export function missingToOvertake(own: Figures, before: Figures, order: 'xp' | 'streak'): number {
  const [leads, breaksTies] =
    order === 'xp' ? (['totalExp', 'streakDays'] as const) : (['streakDays', 'totalExp'] as const);
  const difference = before[leads] - own[leads];
  return own[breaksTies] > before[breaksTies] ? difference : difference + 1;
}
