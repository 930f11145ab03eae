import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { lineOfText, longestReason, longText } from '#shared/text.ts';
import { typedDay } from '#shared/time/typed-dates.ts';
import { holidayRefusals } from '../class-refusals.ts';

const holiday = z.object({
  day: z.iso.date(),
  name: z.string(),
  /**
   * The classes that are on that day all the same and not cancelled: for administrators all, for a teacher their own.
   */
  classes: z.int(),
  /** How many of them are by themselves, of no series. */
  single: z.int(),
});

/** From today on, by day. */
const holidays = z.object({ items: z.array(holiday) });
const ofDay = z.object({ day: typedDay });
/** The last of several days that follow one another; left out, the one day is meant. */
const until = typedDay.optional();

export const listHolidays = operation({
  id: 'listHolidays',
  method: 'get',
  path: '/api/classes/holidays',
  summary:
    'The days from today on for which no class that repeats is made. For verified teachers and administrators.',
  answer: holidays,
});

export const setHoliday = operation({
  id: 'setHoliday',
  method: 'put',
  path: '/api/classes/holidays/{day}',
  summary:
    'Makes no class that repeats on a day any more, and names it; with `until`, on the days until then, of which those that are holidays keep their names. Classes that exist stay until they are cancelled. For administrators.',
  params: ofDay,
  body: z.object({ name: lineOfText(80), until }),
  /** `added`: the days that were no holidays before. */
  answer: holidays.extend({ added: z.array(z.iso.date()) }),
  refusals: [holidayRefusals.tooManyDays],
});

export const removeHoliday = operation({
  id: 'removeHoliday',
  method: 'delete',
  path: '/api/classes/holidays/{day}',
  summary:
    'Makes classes on a day again, or on the days until `until`, also those that were left out. For administrators.',
  params: ofDay,
  query: z.object({ until }),
  answer: holidays,
});

export const cancelHoliday = operation({
  id: 'cancelHoliday',
  method: 'post',
  path: '/api/classes/holidays/{day}/cancellation',
  summary:
    'Cancels the classes on a holiday, or on those until `until`: their students are told why, and bought seats are refunded. Answers the titles of those for adults, by start. For administrators.',
  params: ofDay,
  body: z.object({
    reason: longText(longestReason),
    until,
    /** False: those that are of no series stay. */
    single: z.boolean().default(true),
  }),
  answer: holidays.extend({ cancelled: z.array(z.string()) }),
});
