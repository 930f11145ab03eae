import { afterEach, expect, test, vi } from 'vitest';
import { localeCodes } from '#shared/locales.ts';
import { datesIn } from '#shared/time/dates.ts';
import { mexicoCity } from '#shared/time/zones.ts';
import { dayShapes } from './day-shapes.ts';
import { writeOwnTimes } from './write-own-times.ts';

const hours = Array.from({ length: 24 }, (_, month) => new Date(2026, month, 1 + month, 9 - month, 5));

afterEach(() => vi.unstubAllGlobals());

test.each(localeCodes)('writeOwnTimes writes a moment in %s as datesIn does', (locale) => {
  const times = hours.map((at) => ({ dateTime: at.toISOString(), textContent: '' }));
  vi.stubGlobal('document', { querySelectorAll: () => times });
  writeOwnTimes(dayShapes(locale));
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { moment } = datesIn(locale, timeZone ?? mexicoCity);
  expect(times.map(({ textContent }) => textContent)).toEqual(times.map(({ dateTime }) => moment(dateTime)));
});
