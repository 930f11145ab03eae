import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInCalendar } from '#server/calendar/built-in-calendar.ts';
import { CalendarError } from '#server/calendar/calendar.ts';
import { expandIcs } from '#server/calendar/expand-ics.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { calendarRefusals } from '../contract.ts';
import { importEvents } from './import-events.ts';

/*
 * What these tests guarantee: a calendar that others keep and Sumi only reads gives one class for each repetition,
 * however many import it at once.
 */

const now = new Date('2026-11-20T10:00:00.000Z');
const weekly = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:club@example.org',
  'SUMMARY:Club semanal',
  'DTSTART;TZID=America/Bogota:20261001T180000',
  'DURATION:PT1H',
  'RRULE:FREQ=WEEKLY',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');
/** From 20 November, for 60 days. */
const repetitions = 8;

/** A community whose calendar also reads one elsewhere, and what an administrator's import of it answers. */
async function open(withoutGuards?: string) {
  const community = await newCommunity({ poolSize: 20, ...(withoutGuards && { withoutGuards }) });
  community.setNow(now);
  const admin = await community.person({ role: 'admin' });
  return {
    community,
    admin,
    sync: async (text = weekly) => {
      const calendar = builtInCalendar(community.db, async ({ from, to }) => expandIcs(text, from, to));
      return importEvents(await community.ctxFor(admin), calendar, { userId: admin.id });
    },
    classes: () => community.db.selectFrom('classes').selectAll().orderBy('startsAt').execute(),
  };
}

describe('a calendar elsewhere', () => {
  let world: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.community.close());

  it('gives a class for each repetition, once', async () => {
    expect(await world.sync()).toMatchObject({ imported: repetitions });
    expect(await world.sync()).toMatchObject({ imported: 0, skipped: repetitions });
    expect((await world.classes()).every(({ calendarEventId }) => calendarEventId === null)).toBe(true);
  });

  it('is followed when it changes', async () => {
    expect(await world.sync(weekly.replace('DURATION:PT1H', 'DURATION:PT2H'))).toMatchObject({
      updated: repetitions,
    });
    expect((await world.classes()).every(({ durationMinutes }) => durationMinutes === 120)).toBe(true);
  });

  it('does not bring back what was deleted here', async () => {
    const [first] = await world.classes();
    const answer = await world.community.request(world.admin, 'DELETE', `/api/classes/${first?.id}`);
    expect(answer.status).toBe(200);
    const { skippedBecause } = await world.sync();
    expect(skippedBecause.map(({ reason }) => reason)).toContain('deleted-here');
    expect(await world.classes()).toHaveLength(repetitions - 1);
  });

  it('that cannot be read is a refusal', async () => {
    const { db, ctxFor }: Community = world.community;
    const broken = builtInCalendar(db, async () => {
      throw new CalendarError('it is no calendar', { temporary: false });
    });
    const importing = importEvents(await ctxFor(world.admin), broken, { userId: world.admin.id });
    await expect(importing).toBeRefused(calendarRefusals.unusable);
  });
});

describe('many who import at once', () => {
  async function race(withoutGuards?: string) {
    const { community, sync, classes } = await open(withoutGuards);
    const answers = await Promise.all(Array.from({ length: 6 }, () => sync()));
    const made = (await classes()).length;
    await community.close();
    return { imported: answers.reduce((sum, { imported }) => sum + imported, 0), made };
  }

  it('make one class of each event', async () => {
    expect(await race()).toEqual({ imported: repetitions, made: repetitions });
  });

  it('make several of one when nothing says that an event is imported once', async () => {
    const without = await race('alter table calendar_imports drop constraint calendar_imports_pkey');
    expect(without.made).toBeGreaterThan(repetitions);
  });
});
