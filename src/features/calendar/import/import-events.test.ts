import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { googleCalendar } from '#server/calendar/google-calendar.ts';
import { noMeetingRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { syncCalendar } from '../../../testing/processes/sync-calendar.ts';
import {
  type GoogleStandIn,
  type StoredEvent,
  startGoogleStandIn,
} from '../../../testing/stand-ins/google-calendar.ts';
import { calendarRefusals, type Imported } from '../contract.ts';

/*
 * What these tests guarantee: each event of the calendar becomes one class, however often it is imported; a class
 * follows its event; a deleted class does not come back; and a teacher imports only their own events.
 */

let community: Community;
let google: GoogleStandIn;
let teacher: Person;
let admin: Person;
let student: Person;
const now = new Date('2026-11-20T10:00:00.000Z');

const calendarOf = (standIn: GoogleStandIn) =>
  googleCalendar(
    { calendarId: 'c@group.calendar.google.com', account: standIn.account, actAs: null, meet: false },
    standIn.reach,
  );

beforeAll(async () => {
  google = await startGoogleStandIn();
  community = await newCommunity({ calendar: () => calendarOf(google) });
  community.setNow(now);
  teacher = await community.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  admin = await community.person({ role: 'admin' });
  student = await community.person();
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

let made = 0;
/** An event that a person wrote into the calendar by hand, tomorrow unless said otherwise. */
function write(event: Partial<StoredEvent> & { creator?: unknown } = {}): string {
  const id = event.id ?? `hand${String(++made).padStart(5, '0')}`;
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
}

async function sync(person: Person, userId = person.id): Promise<Imported> {
  const answer = await community.request(person, 'POST', '/api/functions/sync-calendar', { userId });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Imported;
}
const reasons = ({ skippedBecause }: Imported) => skippedBecause.map(({ reason }) => reason);
const classes = () => community.db.selectFrom('classes').selectAll().orderBy('startsAt').execute();
const syncWithCalendar = async () =>
  syncCalendar(community, {
    calendar: calendarOf(google),
    rooms: noMeetingRooms,
  });

describe('an event of the calendar', () => {
  it('becomes a class of the administrator who imports it', async () => {
    const eventId = write();
    expect(await sync(admin)).toEqual({
      imported: 1,
      updated: 0,
      changed: [{ title: 'Club de lectura', startsAt: '2026-11-22T00:00:00.000Z', outcome: 'imported' }],
      skipped: 0,
      skippedBecause: [],
      vanished: [],
    });
    expect(await classes()).toMatchObject([
      {
        title: 'Club de lectura',
        description: 'Traigan el libro.',
        startsAt: new Date('2026-11-22T00:00:00Z'),
        durationMinutes: 90,
        zone: 'America/Mexico_City',
        requiredTier: 'free',
        targetAudience: 'adult',
        kind: 'class',
        status: 'scheduled',
        maxStudents: 12,
        createdBy: admin.id,
        imported: true,
        calendarEventId: eventId,
      },
    ]);
  });

  it('becomes one class, however often it is imported', async () => {
    write();
    write({ summary: 'Otro' });
    await sync(admin);
    for (const again of [await sync(admin), await sync(admin)]) {
      expect(again).toMatchObject({ imported: 0, skipped: 2, updated: 0 });
      expect(reasons(again)).toEqual(['known', 'known']);
    }
    expect(await classes()).toHaveLength(2);
  });

  it('does not become a class again after its class was deleted, and is removed from the calendar', async () => {
    const eventId = write();
    await sync(admin);
    const [{ id = '' } = {}] = await classes();
    expect((await community.request(admin, 'DELETE', `/api/classes/${id}`)).status).toBe(200);
    expect(reasons(await sync(admin))).toEqual(['deleted-here']);
    await syncWithCalendar();
    expect(google.events.get(eventId)?.status).toBe('cancelled');
    expect(await classes()).toEqual([]);
  });

  it('that shows a class of Sumi does not become a second class', async () => {
    const form = { title: 'De Sumi', description: 'x', date: '2026-12-01', time: '18:00' };
    const answer = await community.request(teacher, 'POST', '/api/classes', form);
    await syncWithCalendar();
    const synced = await sync(admin);
    expect(synced).toMatchObject({ imported: 0, skipped: 1 });
    expect(reasons(synced)).toEqual(['known']);
    await community.request(teacher, 'DELETE', `/api/classes/${(await answer.json()).id}`);
    expect(reasons(await sync(admin))).toEqual(['deleted-here']);
  });

  it('stays one class where another calendar is connected afterwards', async () => {
    write();
    await syncWithCalendar();
    await sync(admin);
    google.events.clear();
    const other = { ...calendarOf(google), name: 'otro@group.calendar.google.com' };
    await syncCalendar(community, { calendar: other, rooms: noMeetingRooms });
    expect(google.events.size).toBe(1);
    expect(reasons(await sync(admin))).toEqual(['known']);
    expect(await classes()).toHaveLength(1);
  });

  it('that cannot become a class is skipped, and the answer says why', async () => {
    const at = (start: string, end: string) => ({ start: { dateTime: start }, end: { dateTime: end } });
    write({ start: { date: '2026-11-21' }, end: { date: '2026-11-22' }, summary: 'Festivo' });
    write(at('2026-11-20T09:30:00Z', '2026-11-20T10:30:00Z'));
    write({ ...at('2026-11-20T11:00:00Z', '2026-11-20T11:05:00Z'), summary: 'Corta' });
    write({ ...at('2026-11-20T12:00:00Z', '2026-11-20T23:00:00Z'), summary: 'Larga' });
    write({ ...at('2026-11-20T13:00:00Z', '2026-11-20T14:00:00Z'), summary: '  ' });
    write(at('2027-01-19T10:00:01Z', '2027-01-19T11:00:00Z'));
    const { imported, skipped, skippedBecause } = await sync(admin);
    expect({ imported, skipped }).toEqual({ imported: 0, skipped: 5 });
    expect(skippedBecause.map(({ title, reason }) => [title, reason])).toEqual(
      expect.arrayContaining([
        ['Festivo', 'all-day'],
        ['Club de lectura', 'started'],
        ['Corta', 'unusable'],
        ['Larga', 'unusable'],
        ['', 'no-title'],
      ]),
    );
    expect(await classes()).toEqual([]);
  });

  it('becomes a class without control characters, floods of accents, markup or overlong texts', async () => {
    write({ summary: `  Uno\u202e\u0000\tdos   ${'largo '.repeat(40)}`, description: '' });
    write({ summary: `Z${'\u0308'.repeat(9)}` });
    write({ summary: 'HTML', description: '<p>Uno</p><script>alert(1)</script>' });
    expect((await sync(admin)).imported).toBe(3);
    const [long, accents, html] = await classes();
    expect(accents?.title).toBe(`Z${'\u0308'.repeat(4)}`);
    expect(long?.title).toMatch(/^Uno dos largo .{100,}…$/);
    expect(long?.title.length).toBeLessThanOrEqual(120);
    expect(long?.description).toBe(long?.title);
    expect(html?.description).not.toContain('<');
  });

  it('keeps its meeting link unless that is not an https address', async () => {
    write({ hangoutLink: 'https://meet.google.com/abc-defg-hij' });
    write({
      location: 'javascript:alert(1)',
      start: { dateTime: '2026-12-01T10:00:00Z' },
      end: { dateTime: '2026-12-01T11:00:00Z' },
    });
    await sync(admin);
    expect((await classes()).map(({ meetLink }) => meetLink)).toEqual([
      'https://meet.google.com/abc-defg-hij',
      null,
    ]);
  });

  it('on any page of the calendar becomes a class', async () => {
    google.pageSize = 2;
    for (let count = 0; count < 5; count++) write();
    expect((await sync(admin)).imported).toBe(5);
  });
});

describe('an event that changes', () => {
  it('moves its class, and the enrolled students are told', async () => {
    const eventId = write();
    await sync(admin);
    const [{ id = '' } = {}] = await classes();
    await community.request(student, 'POST', `/api/classes/${id}/enrolment`);
    write({
      id: eventId,
      summary: 'Club movido',
      start: { dateTime: '2026-11-23T20:00:00-05:00', timeZone: 'America/Bogota' },
      end: { dateTime: '2026-11-23T20:45:00-05:00', timeZone: 'America/Bogota' },
    });
    expect(await sync(admin)).toMatchObject({
      imported: 0,
      updated: 1,
      changed: [{ title: 'Club movido', outcome: 'updated' }],
      skipped: 0,
    });
    expect(await classes()).toMatchObject([
      {
        id,
        title: 'Club movido',
        startsAt: new Date('2026-11-24T01:00:00Z'),
        durationMinutes: 45,
        zone: 'America/Bogota',
      },
    ]);
    const notices = await community.db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', '=', student.id)
      .execute();
    expect(notices).toEqual([{ kind: 'classes.moved' }]);
    await syncWithCalendar();
    expect(await sync(admin)).toMatchObject({ imported: 0, updated: 0, skipped: 1 });
  });

  it('with its series moves its class, which is written to the event of the new hour', async () => {
    const former = write({ id: 'club_20261122T000000Z', recurringEventId: 'club' });
    await sync(admin);
    const [{ id = '' } = {}] = await classes();
    google.events.delete(former);
    const eventId = write({
      id: 'club_R20261121_20261122T010000Z',
      recurringEventId: 'club_R20261121',
      start: { dateTime: '2026-11-21T19:00:00-06:00', timeZone: 'America/Mexico_City' },
      end: { dateTime: '2026-11-21T20:30:00-06:00', timeZone: 'America/Mexico_City' },
    });
    expect(await sync(admin)).toMatchObject({ imported: 0, updated: 1, vanished: [] });
    expect(await classes()).toMatchObject([
      { id, startsAt: new Date('2026-11-22T01:00:00Z'), calendarEventId: eventId },
    ]);
    await syncWithCalendar();
    expect([...google.events.keys()]).toEqual([eventId]);
  });

  it('does not undo what an administrator changed in Sumi', async () => {
    write();
    await sync(admin);
    const [{ id = '', version = 0 } = {}] = await classes();
    await community.request(admin, 'PATCH', `/api/classes/${id}`, { version, title: 'Mejor título' });
    expect(await sync(admin)).toMatchObject({ updated: 0, skipped: 1 });
    expect(await classes()).toMatchObject([{ title: 'Mejor título' }]);
    await syncWithCalendar();
    expect(await sync(admin)).toMatchObject({ updated: 0, skipped: 1 });
    expect(await classes()).toMatchObject([{ title: 'Mejor título', version: version + 1 }]);
    expect([...google.events.values()]).toMatchObject([{ summary: 'Mejor título' }]);
  });

  it('changes of its class only what changed in the event itself', async () => {
    const eventId = write();
    await sync(admin);
    const [{ id = '', version = 0 } = {}] = await classes();
    await community.request(admin, 'PATCH', `/api/classes/${id}`, { version, time: '20:00' });
    write({ id: eventId, summary: 'Club de lecturas' });
    expect(await sync(admin)).toMatchObject({ updated: 1 });
    expect(await classes()).toMatchObject([
      { title: 'Club de lecturas', startsAt: new Date('2026-11-22T02:00:00Z') },
    ]);
  });

  it('because Sumi wrote it leaves the description of its class as an organiser typed it', async () => {
    const description = 'Trae <tu libro> & <b>sonríe</b>: 1 < 2 &amp; 3';
    write();
    await sync(admin);
    const [{ id = '', version = 0 } = {}] = await classes();
    await community.request(admin, 'PATCH', `/api/classes/${id}`, { version, description });
    await syncWithCalendar();
    expect(await sync(admin)).toMatchObject({ updated: 0, skipped: 1 });
    expect(await classes()).toMatchObject([{ description, version: version + 1 }]);
  });

  it('does not change a class that was cancelled', async () => {
    const eventId = write();
    await sync(admin);
    const [{ id = '' } = {}] = await classes();
    await community.request(admin, 'POST', `/api/classes/${id}/cancellation`, { reason: 'Lluvia' });
    write({ id: eventId, summary: 'Otro título' });
    const synced = await sync(admin);
    expect(reasons(synced)).toEqual(['unusable']);
    expect(await classes()).toMatchObject([{ title: 'Club de lectura', status: 'cancelled' }]);
  });

  it('by being deleted leaves its class, and the answer reports that', async () => {
    const eventId = write();
    await sync(admin);
    google.events.delete(eventId);
    const [{ id = '' } = {}] = await classes();
    const { vanished } = await sync(admin);
    expect(vanished).toEqual([
      { classId: id, title: 'Club de lectura', startsAt: '2026-11-22T00:00:00.000Z' },
    ]);
    expect(await classes()).toMatchObject([{ status: 'scheduled' }]);
  });

  it('to the second of two equal local times keeps that instant', async () => {
    const eventId = write();
    await sync(admin);
    // New York shows 01:30 twice on 1 November 2026: move it there from a later day, a year on.
    community.setNow(new Date('2027-10-20T10:00:00Z'));
    write({
      id: eventId,
      start: { dateTime: '2027-11-07T01:30:00-05:00', timeZone: 'America/New_York' },
      end: { dateTime: '2027-11-07T02:30:00-05:00', timeZone: 'America/New_York' },
    });
    await community.db
      .updateTable('classes')
      .set({ startsAt: new Date('2027-10-25T10:00:00Z') })
      .execute();
    expect(await sync(admin)).toMatchObject({ updated: 1 });
    expect(await classes()).toMatchObject([{ startsAt: new Date('2027-11-07T06:30:00Z'), zone: 'UTC' }]);
  });
});

describe('importEvents', () => {
  it('imports for a teacher their own events and answers nothing of others', async () => {
    write({ creator: { email: teacher.email.toUpperCase() }, summary: 'Mía' });
    write({ creator: { email: 'otra@example.org' }, summary: 'Secreta' });
    const synced = await sync(teacher);
    expect(synced).toMatchObject({
      imported: 1,
      skipped: 1,
      skippedBecause: [{ title: null, startsAt: null, reason: 'not-yours' }],
    });
    expect(await classes()).toMatchObject([{ title: 'Mía', createdBy: teacher.id }]);
  });

  it('imports a teacher’s events when an administrator names the teacher', async () => {
    write({ creator: { email: teacher.email }, summary: 'De Inés' });
    write({ summary: 'De nadie' });
    expect(await sync(admin, teacher.id)).toMatchObject({ imported: 1, skipped: 1 });
    expect(await classes()).toMatchObject([{ title: 'De Inés', createdBy: teacher.id }]);
  });

  it('refuses a teacher who names another person, and a person who gives no classes', async () => {
    const ask = (person: Person | null, userId: string) =>
      community.request(person, 'POST', '/api/functions/sync-calendar', { userId });
    write();
    expect((await ask(null, teacher.id)).status).toBe(401);
    expect((await ask(student, student.id)).status).toBe(403);
    expect((await ask(teacher, admin.id)).status).toBe(403);
    expect((await ask(admin, student.id)).status).toBe(422);
    expect((await ask(admin, '019a0000-0000-7000-8000-000000000000')).status).toBe(422);
    expect((await ask(admin, 'yo')).status).toBe(400);
    expect(await classes()).toEqual([]);
  });

  it('refuses a teacher whose address is not confirmed, which may be that of another person’s events', async () => {
    const withLetters = await newCommunity({ calendar: () => calendarOf(google), mail: 'sent' });
    onTestFinished(() => withLetters.close());
    withLetters.setNow(now);
    const unproved = await withLetters.person({ role: 'teacher', verified: true });
    write({ creator: { email: unproved.email } });
    const path = '/api/functions/sync-calendar';
    await expect(await withLetters.request(unproved, 'POST', path, { userId: unproved.id })).toBeRefused(
      confirmEmailFirst,
    );
    expect(await withLetters.db.selectFrom('classes').select('id').execute()).toEqual([]);
  });

  it('reports to a teacher only their own classes whose events were deleted', async () => {
    const own = write({ creator: { email: teacher.email }, summary: 'De Inés' });
    const others = write({ summary: 'De la administración' });
    await sync(teacher);
    await sync(admin);
    google.events.delete(own);
    google.events.delete(others);
    const titles = async (person: Person) => (await sync(person)).vanished.map(({ title }) => title).sort();
    expect(await titles(teacher)).toEqual(['De Inés']);
    expect(await titles(admin)).toEqual(['De Inés', 'De la administración']);
  });

  it('gives the class of an organiser’s own event to that organiser', async () => {
    const event = { title: 'Mi evento', description: '', date: '2026-12-01', time: '18:00' };
    const answer = await community.request(teacher, 'POST', '/api/functions/calendar', {
      action: 'create',
      event,
    });
    const { eventId } = await answer.json();
    await syncWithCalendar();
    expect(await sync(admin)).toMatchObject({ imported: 1 });
    expect(await classes()).toMatchObject([
      { title: 'Mi evento', createdBy: teacher.id, calendarEventId: eventId },
    ]);
  });
});

describe('a calendar that does not answer', () => {
  it('refuses the import', async () => {
    write();
    google.fault = { status: 503 };
    const ask = () => community.request(admin, 'POST', '/api/functions/sync-calendar', { userId: admin.id });
    const away = await ask();
    await expect(away).toBeRefused(calendarRefusals.unreachable);
    google.fault = { status: 403, reason: 'forbidden' };
    const refused = await ask();
    await expect(refused).toBeRefused(calendarRefusals.unusable);
    expect(await classes()).toEqual([]);
  });

  it('for its second page imports nothing of the first', async () => {
    google.pageSize = 1;
    write();
    write();
    google.faults = [null, 'cut'];
    expect(
      (await community.request(admin, 'POST', '/api/functions/sync-calendar', { userId: admin.id })).status,
    ).toBe(503);
    expect(await classes()).toEqual([]);
    expect((await sync(admin)).imported).toBe(2);
  });
});
