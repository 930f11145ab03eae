import { describe, expect, it } from 'vitest';
import {
  dayInWords,
  daysInWords,
  monthHeading,
  monthInWords,
  monthsInWords,
  recentDayInWords,
} from './calendar-words.ts';

describe('dayInWords', () => {
  it('writes a day with a capital letter, whatever the machine’s zone', () => {
    expect(dayInWords('2026-11-20', 'es')).toBe('Viernes, 20 de noviembre');
    expect(dayInWords('2026-11-20', 'en', { weekday: 'long' })).toBe('Friday');
  });

  it('writes a short day as instants near it are written', () => {
    const short = { weekday: 'short', day: 'numeric', month: 'short' } as const;
    expect(dayInWords('2026-12-07', 'es', short)).toBe('Lun 7 de dic');
  });

  it('gives back a text that is no day', () => {
    expect(dayInWords('mañana', 'es')).toBe('mañana');
  });
});

it('recentDayInWords names today and yesterday alone', () => {
  const named = (day: string, language = 'es') => recentDayInWords(day, '2026-12-01', language);
  expect(['2026-12-01', '2026-11-30', '2026-11-29', '2026-12-02'].map((day) => named(day))).toEqual([
    'Hoy',
    'Ayer',
    null,
    null,
  ]);
  expect([named('2026-12-01', 'ko'), named('2026-11-30', 'de')]).toEqual(['오늘', 'Gestern']);
});

it('monthInWords writes a month as it stands inside a sentence', () => {
  expect(monthInWords('2026-11', 'es')).toBe('noviembre de 2026');
});

it('monthHeading begins a month with a capital letter', () => {
  expect(monthHeading('2026-11', 'es')).toBe('Noviembre de 2026');
});

it('daysInWords names the first and the last of several days, and one day as dayInWords does', () => {
  expect(daysInWords('2026-12-24', '2026-12-24', 'es')).toBe(dayInWords('2026-12-24', 'es'));
  expect(daysInWords('2026-12-24', '2027-01-02', 'es')).toMatch(
    /^Jueves, 24 de diciembre de 2026.+sábado, 2 de enero de 2027$/,
  );
  expect(daysInWords('2026-12-24', '2026-12-26', 'en')).toMatch(
    /^Thursday, December 24.+Saturday, December 26$/,
  );
});

it('monthsInWords names both months of a week that lies in two', () => {
  expect(monthsInWords('2026-11-16', '2026-11-22', 'es')).toBe('Noviembre de 2026');
  expect(monthsInWords('2026-11-30', '2026-12-06', 'es')).toMatch(/^Noviembre.+diciembre de 2026$/);
  expect(monthsInWords('2026-12-28', '2027-01-03', 'es')).toMatch(/^Diciembre de 2026.+enero de 2027$/);
});
