import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { builtInCalendar } from '#server/calendar/built-in-calendar.ts';
import { CalendarError } from '#server/calendar/calendar.ts';
import { expandIcs } from '#server/calendar/expand-ics.ts';
import { noMeetingRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { syncCalendar } from '../../../testing/processes/sync-calendar.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { calendarRefusals } from '../contract.ts';
import { importEvents } from './import-events.ts';

/*
 * What these tests guarantee: an outside calendar that Sumi only reads gives one class for each repetition of an
 * event, also when several administrators import it at once.
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
/** Weekly repetitions in the 60 days from 20 November. */
const repetitions = 8;

/** A community whose calendar also reads an outside one, with an administrator who imports it. */
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

describe('an outside calendar', () => {
  let scene: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    scene = await open();
  });
  afterAll(() => scene.community.close());

  it('gives one class for each repetition', async () => {
    expect(await scene.sync()).toMatchObject({ imported: repetitions });
    expect(await scene.sync()).toMatchObject({ imported: 0, skipped: repetitions });
    expect((await scene.classes()).every(({ calendarEventId }) => calendarEventId === null)).toBe(true);
  });

  it('changes its classes when it changes', async () => {
    expect(await scene.sync(weekly.replace('DURATION:PT1H', 'DURATION:PT2H'))).toMatchObject({
      updated: repetitions,
    });
    expect((await scene.classes()).every(({ durationMinutes }) => durationMinutes === 120)).toBe(true);
  });

  it('does not bring back a class that an administrator deleted', async () => {
    const [first] = await scene.classes();
    const answer = await scene.community.request(scene.admin, 'DELETE', `/api/classes/${first?.id}`);
    expect(answer.status).toBe(200);
    const { skippedBecause } = await scene.sync();
    expect(skippedBecause.map(({ reason }) => reason)).toContain('deleted-here');
    expect(await scene.classes()).toHaveLength(repetitions - 1);
  });

  it('keeps the meeting link that an organiser typed since, until its event has another one', async () => {
    const once = (title: string, room: string) =>
      weekly
        .replace('UID:club@', 'UID:once@')
        .replace('Club semanal', title)
        .replace('20261001', '20261130')
        .replace('RRULE:FREQ=WEEKLY', `LOCATION:https://meet.example.org/${room}`);
    const found = async () => (await scene.classes()).find(({ startsAt }) => startsAt.getUTCDay() === 1);
    await scene.sync(once('Club suelto', 'uno'));
    expect(await found()).toMatchObject({ meetLink: 'https://meet.example.org/uno' });
    const { id, version } = (await found())!;
    const body = { version, meetLink: 'https://zoom.example.org/dos' };
    await scene.community.request(scene.admin, 'PATCH', `/api/classes/${id}`, body);
    await scene.sync(once('Otro título', 'uno'));
    expect(await found()).toMatchObject({ title: 'Otro título', meetLink: body.meetLink });
    await scene.sync(once('Otro título', 'tres'));
    expect(await found()).toMatchObject({ meetLink: 'https://meet.example.org/tres' });
  });

  it('has a class that was changed in Sumi and written to the calendar, which the next import knows', async () => {
    const { community, admin, sync, classes } = await open();
    onTestFinished(() => community.close());
    await sync();
    const [{ id = '', version = 0 } = {}] = await classes();
    await community.request(admin, 'PATCH', `/api/classes/${id}`, { version, title: 'Mejor título' });
    await syncCalendar(community, { calendar: builtInCalendar(community.db), rooms: noMeetingRooms });
    expect(await sync()).toMatchObject({ imported: 0, updated: 0, vanished: [] });
    expect(await classes()).toHaveLength(repetitions);
  });

  it('moves the classes of a repeated event to its new hour, and their students are told', async () => {
    const { community, admin, sync, classes } = await open();
    onTestFinished(() => community.close());
    const student = await community.person();
    await sync();
    const before = await classes();
    const [first, deleted] = before;
    await community.request(student, 'POST', `/api/classes/${first?.id}/enrolment`);
    await community.request(admin, 'DELETE', `/api/classes/${deleted?.id}`);
    const later = weekly.replace('T180000', 'T190000');
    const { vanished, skippedBecause, ...counts } = await sync(later);
    expect(counts).toMatchObject({ imported: 0, updated: repetitions - 1 });
    expect([vanished, skippedBecause.map(({ reason }) => reason)]).toEqual([[], ['deleted-here']]);
    const hourLater = before.map(({ id, startsAt }) => [id, new Date(startsAt.getTime() + 3_600_000)]);
    expect((await classes()).map(({ id, startsAt }) => [id, startsAt])).toEqual(
      hourLater.filter(([id]) => id !== deleted?.id),
    );
    const notices = community.db.selectFrom('notifications').select('kind').where('userId', '=', student.id);
    expect(await notices.execute()).toEqual([{ kind: 'classes.moved' }]);
    expect(await sync(later)).toMatchObject({ imported: 0, updated: 0, vanished: [] });
  });

  it('that cannot be read refuses the import', async () => {
    const { db, ctxFor }: Community = scene.community;
    const broken = builtInCalendar(db, async () => {
      throw new CalendarError('it is no calendar', { temporary: false });
    });
    const importing = importEvents(await ctxFor(scene.admin), broken, { userId: scene.admin.id });
    await expect(importing).toBeRefused(calendarRefusals.unusable);
  });
});

describe('six imports at once', () => {
  /** What they make of all events and of the first, which each has looked for before one has made its class. */
  async function race(withoutGuards?: string) {
    const { community, sync, classes } = await open(withoutGuards);
    const answers = await raceForTable(community.db, 'classes', () => [1, 2, 3, 4, 5, 6].map(() => sync()));
    const imported = answers.map((each) => (each.status === 'fulfilled' ? each.value.imported : Number.NaN));
    const starts = (await classes()).map(({ startsAt }) => startsAt.getTime());
    await community.close();
    return {
      imported: imported.reduce((sum, each) => sum + each, 0),
      made: starts.length,
      madeOfFirst: starts.filter((start) => start === starts[0]).length,
    };
  }

  it('make one class of each event', async () => {
    expect(await race()).toEqual({ imported: repetitions, made: repetitions, madeOfFirst: 1 });
  });

  it('the control: make several classes of one event without the primary key of calendar_imports', async () => {
    const without = await race('alter table calendar_imports drop constraint calendar_imports_pkey');
    expect(without.madeOfFirst).toBeGreaterThan(1);
  });
});
