import { describe, expect, it, onTestFinished } from 'vitest';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { noMeetingRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { calendarOf, eventImportScene } from '../../../testing/google-calendar-scene.ts';
import { syncCalendar } from '../../../testing/processes/sync-calendar.ts';
import { calendarRefusals, type Imported } from '../contract.ts';

/*
 * What these tests guarantee: each event of the calendar becomes one class, however often it is imported; a deleted
 * class does not come back; and a teacher imports only their own events.
 */

const t = eventImportScene();
const { write, sync, classes, syncWithCalendar } = t;
const reasons = ({ skippedBecause }: Imported) => skippedBecause.map(({ reason }) => reason);

describe('an event of the calendar', () => {
  it('becomes a class of the administrator who imports it', async () => {
    const eventId = write();
    expect(await sync(t.admin)).toEqual({
      imported: 1,
      updated: 0,
      changed: [{ title: 'Club de lectura', startsAt: '2026-11-22T00:00:00.000Z', outcome: 'imported' }],
      skipped: 0,
      known: 0,
      notYours: 0,
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
        createdBy: t.admin.id,
        imported: true,
        calendarEventId: eventId,
      },
    ]);
  });

  it('becomes one class, however often it is imported', async () => {
    write();
    write({ summary: 'Otro' });
    await sync(t.admin);
    for (const again of [await sync(t.admin), await sync(t.admin)]) {
      expect(again).toMatchObject({ imported: 0, skipped: 2, updated: 0, known: 2, skippedBecause: [] });
    }
    expect(await classes()).toHaveLength(2);
  });

  it('does not become a class again after its class was deleted, and is removed from the calendar', async () => {
    const eventId = write();
    await sync(t.admin);
    const [{ id = '' } = {}] = await classes();
    expect((await t.community.request(t.admin, 'DELETE', `/api/classes/${id}`)).status).toBe(200);
    expect(reasons(await sync(t.admin))).toEqual(['deleted-here']);
    await syncWithCalendar();
    expect(t.google.events.get(eventId)?.status).toBe('cancelled');
    expect(await classes()).toEqual([]);
  });

  it('that shows a class of Sumi does not become a second class', async () => {
    const form = { title: 'De Sumi', description: 'x', date: '2026-12-01', time: '18:00' };
    const answer = await t.community.request(t.teacher, 'POST', '/api/classes', form);
    await syncWithCalendar();
    for (const person of [t.admin, t.teacher])
      expect(await sync(person)).toMatchObject({ imported: 0, skipped: 1, known: 1 });
    await t.community.request(t.teacher, 'DELETE', `/api/classes/${(await answer.json()).id}`);
    expect(reasons(await sync(t.admin))).toEqual(['deleted-here']);
  });

  it('stays one class where another calendar is connected afterwards', async () => {
    write();
    await syncWithCalendar();
    await sync(t.admin);
    t.google.events.clear();
    const other = { ...calendarOf(t.google), name: 'otro@group.calendar.google.com' };
    await syncCalendar(t.community, { calendar: other, rooms: noMeetingRooms });
    expect(t.google.events.size).toBe(1);
    expect(await sync(t.admin)).toMatchObject({ imported: 0, known: 1 });
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
    const { imported, skipped, skippedBecause } = await sync(t.admin);
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

  it('is skipped with its reason also after more than 200 of other people', async () => {
    for (let count = 0; count < 201; count++) write({ creator: { email: 'otra@example.org' } });
    write({ summary: ' ', creator: { email: t.teacher.email } });
    const synced = await sync(t.teacher);
    expect(synced).toMatchObject({ skipped: 202, notYours: 201 });
    expect(reasons(synced)).toEqual(['no-title']);
  });

  it('becomes a class without control characters, floods of accents, markup or overlong texts', async () => {
    write({ summary: `  Uno\u202e\u0000\tdos   ${'largo '.repeat(40)}`, description: '' });
    write({ summary: `Z${'\u0308'.repeat(9)}` });
    write({ summary: 'HTML', description: '<p>Uno</p><script>alert(1)</script>' });
    expect((await sync(t.admin)).imported).toBe(3);
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
    await sync(t.admin);
    expect((await classes()).map(({ meetLink }) => meetLink)).toEqual([
      'https://meet.google.com/abc-defg-hij',
      null,
    ]);
  });

  it('on any page of the calendar becomes a class', async () => {
    t.google.pageSize = 2;
    for (let count = 0; count < 5; count++) write();
    expect((await sync(t.admin)).imported).toBe(5);
  });
});

describe('importEvents', () => {
  it('imports for a teacher their own events and answers nothing of others', async () => {
    write({ creator: { email: t.teacher.email.toUpperCase() }, summary: 'Mía' });
    write({ creator: { email: 'otra@example.org' }, summary: 'Secreta' });
    const synced = await sync(t.teacher);
    expect(synced).toMatchObject({
      imported: 1,
      skipped: 1,
      notYours: 1,
      skippedBecause: [],
    });
    expect(await classes()).toMatchObject([{ title: 'Mía', createdBy: t.teacher.id }]);
  });

  it('imports a teacher’s events when an administrator names the teacher', async () => {
    write({ creator: { email: t.teacher.email }, summary: 'De Inés' });
    write({ summary: 'De nadie' });
    expect(await sync(t.admin, t.teacher.id)).toMatchObject({ imported: 1, skipped: 1 });
    expect(await classes()).toMatchObject([{ title: 'De Inés', createdBy: t.teacher.id }]);
  });

  it('refuses a teacher who names another person, and a person who gives no classes', async () => {
    const ask = (person: Person | null, userId: string) =>
      t.community.request(person, 'POST', '/api/functions/sync-calendar', { userId });
    write();
    expect((await ask(null, t.teacher.id)).status).toBe(401);
    expect((await ask(t.student, t.student.id)).status).toBe(403);
    expect((await ask(t.teacher, t.admin.id)).status).toBe(403);
    expect((await ask(t.admin, t.student.id)).status).toBe(422);
    expect((await ask(t.admin, '019a0000-0000-7000-8000-000000000000')).status).toBe(422);
    expect((await ask(t.admin, 'yo')).status).toBe(400);
    expect(await classes()).toEqual([]);
  });

  it('refuses a teacher whose address is not confirmed, which may be that of another person’s events', async () => {
    const withLetters = await newCommunity({ calendar: () => calendarOf(t.google), mail: 'sent' });
    onTestFinished(() => withLetters.close());
    withLetters.setNow(t.community.now());
    const unproved = await withLetters.person({ role: 'teacher', verified: true });
    write({ creator: { email: unproved.email } });
    const path = '/api/functions/sync-calendar';
    await expect(await withLetters.request(unproved, 'POST', path, { userId: unproved.id })).toBeRefused(
      confirmEmailFirst,
    );
    expect(await withLetters.db.selectFrom('classes').select('id').execute()).toEqual([]);
  });

  it('reports to a teacher only their own classes whose events were deleted', async () => {
    const own = write({ creator: { email: t.teacher.email }, summary: 'De Inés' });
    const others = write({ summary: 'De la administración' });
    await sync(t.teacher);
    await sync(t.admin);
    t.google.events.delete(own);
    t.google.events.delete(others);
    const titles = async (person: Person) => (await sync(person)).vanished.map(({ title }) => title).sort();
    expect(await titles(t.teacher)).toEqual(['De Inés']);
    expect(await titles(t.admin)).toEqual(['De Inés', 'De la administración']);
  });

  it('gives the class of an organiser’s own event to that organiser', async () => {
    const event = { title: 'Mi evento', description: '', date: '2026-12-01', time: '18:00' };
    const answer = await t.community.request(t.teacher, 'POST', '/api/functions/calendar', {
      action: 'create',
      event,
    });
    const { eventId } = await answer.json();
    await syncWithCalendar();
    expect(await sync(t.admin)).toMatchObject({ imported: 1 });
    expect(await classes()).toMatchObject([
      { title: 'Mi evento', createdBy: t.teacher.id, calendarEventId: eventId },
    ]);
  });

  it('gives the class of an event of a person who teaches no more to the administrator who imports it', async () => {
    const former = await t.community.person({ role: 'teacher', verified: true });
    const event = { title: 'Mi evento', description: '', date: '2026-12-01', time: '18:00' };
    await t.community.request(former, 'POST', '/api/functions/calendar', { action: 'create', event });
    await syncWithCalendar();
    await t.community.db.deleteFrom('teacherProfiles').where('userId', '=', former.id).execute();
    expect(await sync(t.admin)).toMatchObject({ imported: 1 });
    expect(await classes()).toMatchObject([{ title: 'Mi evento', createdBy: t.admin.id }]);
  });

  it('leaves the event of a class that was handed over to its new teacher', async () => {
    const event = { title: 'Mi evento', description: '', date: '2026-12-01', time: '18:00' };
    const calendar = (person: Person, body: object) =>
      t.community.request(person, 'POST', '/api/functions/calendar', body);
    const { eventId } = await (await calendar(t.teacher, { action: 'create', event })).json();
    await syncWithCalendar();
    await sync(t.admin);
    const [{ id = '' } = {}] = await classes();
    const colleague = await t.community.person({ role: 'teacher', verified: true });
    const handedOver = await t.community.request(t.admin, 'PUT', `/api/classes/${id}/teacher`, {
      teacherId: colleague.id,
    });
    expect(handedOver.status).toBe(200);
    await expect(calendar(t.teacher, { action: 'delete', eventId })).toBeRefused(commonRefusals.notAllowed);
    expect((await calendar(colleague, { action: 'delete', eventId })).status).toBe(200);
  });
});

describe('a calendar with too many events', () => {
  const ask = (community: Community, person: Person) =>
    community.request(person, 'POST', '/api/functions/sync-calendar', { userId: person.id });

  it('is refused before one becomes a class, on one page', async () => {
    const one = { title: 'Club', description: '', zone: null, meetLink: null, organisers: [] };
    const at = new Date('2026-12-01T18:00:00Z');
    const times = { startsAt: at, endsAt: new Date('2026-12-01T19:00:00Z') };
    const events = Array.from({ length: 5_001 }, (_, count) => ({
      ...{ ...one, ...times },
      ...{ id: `ics/${count}`, recurringEventId: null, readOnly: true },
    }));
    const calendar = { ...calendarOf(t.google), list: async () => ({ events, nextPage: null }) };
    const full = await newCommunity({ calendar: () => calendar });
    onTestFinished(() => full.close());
    full.setNow(t.community.now());
    const admin = await full.person({ role: 'admin' });
    await expect(await ask(full, admin)).toBeRefused(calendarRefusals.tooManyEvents);
    expect(await full.db.selectFrom('classes').select('id').execute()).toEqual([]);
  });

  it('is refused before one becomes a class, on many pages', async () => {
    t.google.pageSize = 1;
    for (let count = 0; count < 21; count++) write();
    await expect(await ask(t.community, t.admin)).toBeRefused(calendarRefusals.tooManyEvents);
    expect(await classes()).toEqual([]);
  });
});

describe('a calendar that does not answer', () => {
  it('refuses the import', async () => {
    write();
    t.google.fault = { status: 503 };
    const ask = () =>
      t.community.request(t.admin, 'POST', '/api/functions/sync-calendar', { userId: t.admin.id });
    const away = await ask();
    await expect(away).toBeRefused(calendarRefusals.unreachable);
    t.google.fault = { status: 403, reason: 'forbidden' };
    const refused = await ask();
    await expect(refused).toBeRefused(calendarRefusals.unusable);
    expect(await classes()).toEqual([]);
  });

  it('for its second page imports nothing of the first', async () => {
    t.google.pageSize = 1;
    write();
    write();
    t.google.faults = [null, 'cut'];
    expect(
      (await t.community.request(t.admin, 'POST', '/api/functions/sync-calendar', { userId: t.admin.id }))
        .status,
    ).toBe(503);
    expect(await classes()).toEqual([]);
    expect((await sync(t.admin)).imported).toBe(2);
  });
});
