import { expect, it } from 'vitest';
import { calendarDay } from '#shared/time/zones.ts';
import { zoneFarFromMidnight } from './zone-far-from-midnight.ts';

it.each(Array.from({ length: 48 }, (_, half) => half / 2))(
  'zoneFarFromMidnight at %f UTC names a zone where two hours before and after are the same day',
  (hour) => {
    const now = new Date(Date.UTC(2026, 10, 20) + hour * 3_600_000);
    const zone = zoneFarFromMidnight(now);
    const days = [-2, 0, 2].map((hours) =>
      calendarDay(new Date(now.getTime() + hours * 3_600_000).toISOString(), zone),
    );
    expect(new Set(days).size).toBe(1);
  },
);
