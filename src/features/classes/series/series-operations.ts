import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { zoneName } from '#shared/zones.ts';
import { classForm } from '../class-shapes.ts';

/** `2,4`: Tuesday and Thursday. */
const weekdaysInQuery = z
  .string()
  .regex(/^[1-7](,[1-7]){0,6}$/)
  .transform((text) => text.split(',').map(Number));

export const previewSeries = operation({
  id: 'previewSeries',
  method: 'get',
  path: '/api/classes/series/preview',
  summary:
    'What a class that repeats would be: how many classes, how many of them at once, and classes of its teacher at the same times, at most five. Administrators ask about any teacher, a verified teacher about themselves.',
  query: z.object({
    teacherId: z.uuid(),
    /** The first day, the time of the clock in `zone`, and the days of the week: 1 is Monday, `2,4`. */
    date: classForm.shape.date,
    time: classForm.shape.time,
    zone: zoneName,
    durationMinutes: z.coerce.number().int().min(10).max(480),
    weekdays: weekdaysInQuery,
    /** The last day, included; left out, it goes on. */
    until: z.iso.date().optional(),
  }),
  answer: z.object({
    /** Null where no day is to come. */
    first: z.iso.date().nullable(),
    /** The last day and how many classes until then; null without an end. */
    last: z.iso.date().nullable(),
    count: z.int().nullable(),
    /** How many are made at once: those of the next eight weeks. */
    soon: z.int(),
    clashes: z.array(z.object({ id: z.uuid(), title: z.string(), startsAt: z.iso.datetime() })),
  }),
});
