import { afterEach, describe, expect, test, vi } from 'vitest';
import { localeCodes } from '#shared/locales.ts';
import { datesIn, joinTime } from '#shared/time/dates.ts';
import { mexicoCity } from '#shared/time/zones.ts';
import { dayShapes } from './day-shapes.ts';
import { writeOwnTimes } from './write-own-times.ts';

const hours = Array.from({ length: 24 }, (_, month) => new Date(2026, month, 1 + month, 9 - month, 5));

afterEach(() => vi.unstubAllGlobals());

describe.each(localeCodes)('writeOwnTimes in %s', (locale) => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { moment, nearDay, time } = datesIn(locale, timeZone ?? mexicoCity);
  const near = (instant: string) => joinTime(nearDay(instant), time(instant), locale);

  test.each([
    ['medium', moment],
    ['near', near],
  ] as const)('writes a moment with a %s day as datesIn does', (style, asDatesIn) => {
    const times = hours.map((at) => ({ dateTime: at.toISOString(), textContent: '' }));
    vi.stubGlobal('document', { querySelectorAll: () => times });
    writeOwnTimes(dayShapes(locale, style));
    expect(times.map(({ textContent }) => textContent)).toEqual(
      times.map(({ dateTime }) => asDatesIn(dateTime)),
    );
  });
});
