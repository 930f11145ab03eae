import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtInCalendar } from '#server/calendar/built-in-calendar.ts';
import { noMeetingRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { syncCalendar } from '../../../testing/sync-calendar.ts';

let community: Community;
let teacher: Person;
let colleague: Person;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(new Date('2026-11-20T10:00:00.000Z'));
  teacher = await community.person({ role: 'teacher', verified: true });
  colleague = await community.person({ role: 'teacher', verified: true });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
afterEach(async () => {
  await community.db.deleteFrom('calendarOwnEvents').execute();
  await community.db.deleteFrom('classes').execute();
  await tell();
});

const event = {
  title: 'Reunión',
  description: 'De profes.',
  date: '2026-12-01',
  time: '18:00',
  duration: 45,
};
const change = (person: Person | null, body: unknown, key?: string) =>
  community.request(person, 'POST', '/api/functions/calendar', body, key ? { 'idempotency-key': key } : {});
const create = (person: Person | null, more: object = {}, key?: string) =>
  change(person, { action: 'create', event, ...more }, key);
const remove = (person: Person | null, eventId: string) => change(person, { action: 'delete', eventId });

async function created(person: Person, more: object = {}, key?: string): Promise<string> {
  const answer = await create(person, more, key);
  expect(answer.status).toBe(200);
  return (await answer.json()).eventId;
}
async function refusalOf(answer: Response | Promise<Response>) {
  const response = await answer;
  return [response.status, ((await response.json()) as { code?: string }).code];
}
const tell = async () =>
  syncCalendar(community, {
    calendar: builtInCalendar(community.db),
    rooms: noMeetingRooms,
  });
const shown = () =>
  community.db.selectFrom('calendarEvents').select(['eventId', 'title', 'startsAt', 'endsAt']).execute();

describe('an event of one’s own', () => {
  it('comes to the calendar, and goes when its owner says so', async () => {
    const eventId = await created(teacher);
    await tell();
    expect(await shown()).toEqual([
      {
        eventId,
        title: 'Reunión',
        startsAt: new Date('2026-12-01T23:00:00Z'),
        endsAt: new Date('2026-12-01T23:45:00Z'),
      },
    ]);
    expect(await (await remove(teacher, eventId)).json()).toEqual({ eventId });
    await tell();
    expect(await shown()).toEqual([]);
    expect((await remove(admin, eventId)).status).toBe(200);
  });

  it('with the same key twice is one event', async () => {
    const first = await created(teacher, {}, 'the-same-key');
    expect(await created(teacher, {}, 'the-same-key')).toBe(first);
    const other = { event: { ...event, title: 'Otra' } };
    expect(await refusalOf(create(teacher, other, 'the-same-key'))).toEqual([422, 'http/key-taken']);
    await tell();
    expect(await shown()).toHaveLength(1);
  });

  it('is nobody else’s, but an administrator’s to make and to remove', async () => {
    expect(await refusalOf(create(teacher, { userId: colleague.id }))).toEqual([403, 'accounts/not-allowed']);
    const eventId = await created(admin, { userId: teacher.id });
    for (const id of [eventId, 'event00000000000000000000000000000000', 'whatever-it-is']) {
      expect(await refusalOf(remove(colleague, id))).toEqual([403, 'accounts/not-allowed']);
    }
    expect((await remove(teacher, eventId)).status).toBe(200);
    const student = await community.person();
    expect(await refusalOf(create(admin, { userId: student.id }))).toEqual([422, 'calendar/not-organising']);
    expect(await refusalOf(remove(student, eventId))).toEqual([403, 'accounts/not-allowed']);
    expect(await refusalOf(remove(null, eventId))).toEqual([401, 'accounts/sign-in-first']);
  });

  it('goes with its owner', async () => {
    const leaving = await community.person({ role: 'teacher', verified: true });
    await created(leaving);
    await tell();
    expect(await shown()).toHaveLength(1);
    await community.db.deleteFrom('calendarOwnEvents').where('ownerId', '=', leaving.id).execute();
    await tell();
    expect(await shown()).toEqual([]);
  });

  it('is refused when it cannot be one', async () => {
    const bad: object[] = [
      { title: '' },
      { title: 'x'.repeat(121) },
      { title: 'a\u0000b' },
      { description: 'x'.repeat(2001) },
      { date: '2027-02-30' },
      { time: '24:00' },
      { duration: 5 },
      { duration: 481 },
      { zone: 'America/Macondo' },
    ];
    for (const wrong of bad) {
      const said = await refusalOf(create(teacher, { event: { ...event, ...wrong } }));
      expect(said, JSON.stringify(wrong)).toEqual([400, 'http/bad-input']);
    }
    for (const body of [
      [],
      'create',
      {},
      { action: 'destroy' },
      { action: 'delete' },
      { action: 'delete', eventId: 'a\nb c' },
    ]) {
      expect((await refusalOf(change(teacher, body)))[0], JSON.stringify(body)).toBe(400);
    }
    const skipped = { event: { ...event, date: '2027-03-14', time: '02:30', zone: 'America/New_York' } };
    expect(await refusalOf(create(teacher, skipped))).toEqual([422, 'calendar/no-such-time']);
    expect(await community.db.selectFrom('calendarOwnEvents').selectAll().execute()).toEqual([]);
  });
});

it('the event of a class is its teacher’s to remove; the class stays, and brings it back when it changes', async () => {
  const form = { title: 'Clase', description: 'x', date: '2026-12-01', time: '18:00' };
  const { id, version } = await (await community.request(teacher, 'POST', '/api/classes', form)).json();
  await tell();
  const [{ eventId = '' } = {}] = await shown();
  expect((await remove(colleague, eventId)).status).toBe(403);
  expect((await remove(teacher, eventId)).status).toBe(200);
  await tell();
  expect(await shown()).toEqual([]);
  await community.request(teacher, 'PATCH', `/api/classes/${id}`, { version, title: 'Clase nueva' });
  await tell();
  expect(await shown()).toMatchObject([{ eventId, title: 'Clase nueva' }]);
});
