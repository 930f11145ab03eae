import type { TFunction } from 'i18next';
import { groupBy } from '#shared/group-by.ts';
import { languageName } from '#shared/language-name.ts';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { zoneCity } from '#shared/time/zone-city.ts';
import { calendarDay, clockTime, offsetLabel } from '#shared/time/zones.ts';
import { classAddress } from '../open-class/class-invitation.ts';
import type { ClassFacts } from '../seat/class-card.tsx';

type Club = Pick<
  ClassFacts,
  'id' | 'title' | 'startsAt' | 'status' | 'targetAudience' | 'language' | 'teacherName'
>;

/**
 * The clubs of a week as a text to send to a group: those for adults that have not begun, by day, each with its time in
 * `zone`, its language, its host and its address. Null where there is none. Clubs for kids are never in it, because a
 * group is public.
 */
export function weekText(
  clubs: readonly Club[],
  {
    t,
    language,
    origin,
    zone,
    now,
  }: { t: TFunction<'classes'>; language: string; origin: string; zone: string; now: Date },
): string | null {
  const shown = clubs
    .filter(({ status, targetAudience, startsAt }) => {
      return status === 'scheduled' && targetAudience === 'adult' && new Date(startsAt) > now;
    })
    .sort((one, other) => one.startsAt.localeCompare(other.startsAt));
  const [first] = shown;
  if (!first) return null;

  const lineOf = (club: Club) => {
    const name = club.language ? languageName(club.language, language) : t('anyLanguage');
    const facts = { time: clockTime(club.startsAt, zone), title: club.title, language: name };
    const line = t('share.week.club', { ...facts, host: club.teacherName });
    return `${line}\n${classAddress(club.id, origin)}`;
  };
  const days = groupBy(shown, ({ startsAt }) => calendarDay(startsAt, zone));
  const parts = [...days].map(([day, ofDay]) =>
    [`*${dayInWords(day, language)}*`, ...ofDay.map(lineOf)].join('\n'),
  );
  const city = `${zoneCity(zone, language)} (${offsetLabel(zone, first.startsAt)})`;
  return [`${t('share.week.head')}\n${t('share.week.hours', { city })}`, ...parts].join('\n\n');
}
