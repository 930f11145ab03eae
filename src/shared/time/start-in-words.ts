import { dayInWords } from './calendar-words.ts';
import { joinTime } from './dates.ts';
import { zoneCity } from './zone-city.ts';
import { calendarDay, clockTime, offsetLabel } from './zones.ts';

/** `Lunes, 23 de noviembre, 18:00 · Bogotá (GMT-05)`: the start of a class in the zone of the class. */
export function startInWords(
  { startsAt, zone }: { startsAt: string; zone: string },
  language: string,
): string {
  const day = dayInWords(calendarDay(startsAt, zone), language);
  const moment = joinTime(day, clockTime(startsAt, zone), language);
  return `${moment} · ${zoneCity(zone, language)} (${offsetLabel(zone, startsAt)})`;
}
