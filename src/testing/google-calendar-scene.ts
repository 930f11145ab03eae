import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Imported, importEvents } from '#features/calendar/contract.ts';
import type { CalendarServices } from '#features/calendar/sync/sync-with-calendar.ts';
import { calendarWork } from '#features/classes/timetable/want-calendar.ts';
import { googleCalendar } from '#server/calendar/google-calendar.ts';
import { connect } from '#server/db/connect.ts';
import { noMeetingRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { answerOf } from './answers/answer-of.ts';
import { eventIdOf } from './class-scene.ts';
import { type Community, newCommunity, type Person } from './community.ts';
import { syncCalendar } from './processes/sync-calendar.ts';
import { type GoogleStandIn, type StoredEvent, startGoogleStandIn } from './stand-ins/google-calendar.ts';

/** The form of a class that takes place at six in the evening of 1 December 2026 in Bogota. */
export const form = {
  title: 'Conversación en inglés',
  description: 'Hablamos de la semana.',
  date: '2026-12-01',
  time: '18:00',
};

/**
 * Gives the tests of one file a community whose calendar is Google's. Each test gets a new stand-in and a clock that it
 * moves itself. Use the returned values inside tests only.
 */
export function googleCalendarScene() {
  let community: Community;
  let teacher: Person;
  let admin: Person;
  let google: GoogleStandIn;
  let now: Date;
  const setNow = (instant: Date) => {
    now = instant;
    community.setNow(instant);
  };
  beforeAll(async () => {
    community = await newCommunity({ poolSize: 20 });
    teacher = await community.person({ role: 'teacher', verified: true });
    admin = await community.person({ role: 'admin' });
  });
  afterAll(() => community.close());
  beforeEach(async () => {
    google = await startGoogleStandIn();
    setNow(new Date('2026-11-20T10:00:00.000Z'));
    await community.db.deleteFrom('calendarConnection').execute();
  });
  afterEach(async () => {
    await google.close();
    await community.db.deleteFrom('classes').execute();
    await community.db.deleteFrom('calendarOwnEvents').execute();
    await community.db.deleteFrom('dueWork').execute();
  });

  const outsideOf = ({
    meet = false,
    ...more
  }: Partial<CalendarServices> & { meet?: boolean } = {}): CalendarServices => ({
    calendar: googleCalendar(
      { calendarId: 'c@group.calendar.google.com', account: google.account, actAs: null, meet },
      google.reach,
    ),
    rooms: noMeetingRooms,
    ...more,
  });
  const change = (method: string, path: string, body?: unknown) =>
    community.request(teacher, method, `/api/classes${path}`, body);

  return {
    get community() {
      return community;
    },
    get teacher() {
      return teacher;
    },
    get admin() {
      return admin;
    },
    get google() {
      return google;
    },
    now: () => now,
    /** Advances the clock of requests and of due work. */
    later: (ms: number) => setNow(new Date(now.getTime() + ms)),
    outsideOf,
    /** Looks for new work once and runs everything that is due. */
    sync: (outside = outsideOf()) => syncCalendar(community, outside),
    /** The due work of the calendar, of one class or all of it. */
    waiting: async (classId?: string) => {
      const rows = await community.db
        .selectFrom('dueWork')
        .selectAll()
        .where('kind', '=', calendarWork.kind)
        .orderBy('subject')
        .execute();
      return rows.filter(({ subject }) => classId === undefined || subject === eventIdOf(classId));
    },
    /**
     * A process that is killed in the middle of `sync`: in `when`, `act` is the last thing it does. Its connections are
     * gone, so it neither notes anything nor renews its lease.
     */
    async syncAndDie(
      when: 'put' | 'remove',
      act: (calendar: CalendarServices['calendar'], given: never) => Promise<unknown>,
    ) {
      const own = connect(community.address, { poolSize: 2 });
      const outside = outsideOf();
      const { calendar } = outside;
      const dying = async (given: never): Promise<never> => {
        await act(calendar, given);
        await own.close();
        throw new Error('kill -9');
      };
      const killed = { ...outside, calendar: { ...calendar, [when]: dying } };
      await expect(syncCalendar(community, killed, own.db)).rejects.toThrow('destroyed');
    },
    /** Ends the leases of killed processes. */
    endLeases: () =>
      community.db
        .updateTable('dueWork')
        .set({ leasedUntil: new Date(0) })
        .where('lease', 'is not', null)
        .execute(),
    /** Schedules a class as the teacher and returns its id. */
    async schedule(more: object = {}): Promise<string> {
      const answer = await change('POST', '', { ...form, ...more });
      expect(answer.status).toBe(200);
      return (await answer.json()).id;
    },
    /** The class as its organiser sees it. */
    async managed(id: string) {
      const { items } = await (await change('GET', '/managed')).json();
      return (items as { id: string; calendar: string; version: number }[]).find((one) => one.id === id);
    },
    remove: (id: string) => change('DELETE', `/${id}`),
    cancel: (id: string) => change('POST', `/${id}/cancellation`, { reason: 'Lluvia' }),
    async edit(id: string, changes: object) {
      const { items } = await (await change('GET', '/managed')).json();
      const { version } = (items as { id: string; version: number }[]).find((one) => one.id === id) ?? {};
      expect((await change('PATCH', `/${id}`, { version, ...changes })).status).toBe(200);
    },
    rowOf: (id: string) =>
      community.db.selectFrom('classes').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** The confirmed events of the calendar. */
    shown: () => [...google.events.values()].filter(({ status }) => status === 'confirmed'),
    /** Every request that writes to the calendar. */
    writes: () => google.asked.filter((line) => /^(PATCH|POST|DELETE) \/calendar/.test(line)),
  };
}

export const calendarOf = (google: GoogleStandIn) =>
  googleCalendar(
    { calendarId: 'c@group.calendar.google.com', account: google.account, actAs: null, meet: false },
    google.reach,
  );

/**
 * Gives the tests of one file a community that imports the events of Google's calendar: a teacher, an administrator and
 * a student. The calendar is empty at the start of each test. Use the returned people inside tests only.
 */
export function eventImportScene() {
  let community: Community;
  let google: GoogleStandIn;
  let people: { teacher: Person; admin: Person; student: Person };
  let written = 0;
  const now = new Date('2026-11-20T10:00:00.000Z');
  beforeAll(async () => {
    google = await startGoogleStandIn();
    community = await newCommunity({ calendar: () => calendarOf(google) });
    community.setNow(now);
    people = {
      teacher: await community.person({ role: 'teacher', verified: true, name: 'Inés Ávila' }),
      admin: await community.person({ role: 'admin' }),
      student: await community.person(),
    };
  });
  afterAll(async () => {
    await community.close();
    await google.close();
  });
  beforeEach(() => community.setNow(now));
  afterEach(async () => {
    google.events.clear();
    google.fault = null;
    google.pageSize = 250;
    await community.db.deleteFrom('classes').execute();
    await community.db.deleteFrom('calendarImports').execute();
    await community.db.deleteFrom('calendarOwnEvents').execute();
    await community.db.deleteFrom('dueWork').execute();
  });

  return {
    get community() {
      return community;
    },
    get google() {
      return google;
    },
    get teacher() {
      return people.teacher;
    },
    get admin() {
      return people.admin;
    },
    get student() {
      return people.student;
    },
    /** Writes an event into the calendar as a person would by hand, tomorrow unless said otherwise. Answers its id. */
    write(event: Partial<StoredEvent> & { creator?: unknown } = {}): string {
      const id = event.id ?? `hand${String(++written).padStart(5, '0')}`;
      google.events.set(id, {
        id,
        status: 'confirmed',
        summary: 'Club de lectura',
        description: 'Traigan el libro.',
        start: { dateTime: '2026-11-21T18:00:00-06:00', timeZone: 'America/Mexico_City' },
        end: { dateTime: '2026-11-21T19:30:00-06:00', timeZone: 'America/Mexico_City' },
        ...event,
      });
      return id;
    },
    /** Imports the events as a person, and answers the report. */
    async sync(person: Person, userId = person.id): Promise<Imported> {
      return answerOf(
        community.request(person, 'POST', '/api/functions/sync-calendar', { userId }),
        importEvents,
      );
    },
    classes: () => community.db.selectFrom('classes').selectAll().orderBy('startsAt').execute(),
    /** Writes to the calendar what is due. */
    syncWithCalendar: () => syncCalendar(community, { calendar: calendarOf(google), rooms: noMeetingRooms }),
  };
}
