import { expect, it } from 'vitest';
import { googleCalendarAddress } from './google-calendar-address.ts';

it('googleCalendarAddress hands over title, start, end, zone and the address of the class', () => {
  const liveClass = {
    title: 'Café & croissant',
    startsAt: '2026-11-24T00:30:00.000Z',
    durationMinutes: 90,
    zone: 'America/Mexico_City',
  };
  const { searchParams } = new URL(googleCalendarAddress(liveClass, 'https://sumi.example/classes/c1'));
  expect(Object.fromEntries(searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Café & croissant',
    dates: '20261124T003000Z/20261124T020000Z',
    ctz: 'America/Mexico_City',
    details: 'https://sumi.example/classes/c1',
  });
});
