import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtInCalendar } from '#server/calendar/built-in-calendar.ts';
import { keyTaken } from '#server/db/once.ts';
import { noMeetingRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { syncCalendar } from '../../../testing/processes/sync-calendar.ts';
import { calendarRefusals } from '../contract.ts';

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
  await sync();
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
const sync = async () =>
  syncCalendar(community, {
    calendar: builtInCalendar(community.db),
    rooms: noMeetingRooms,
  });
const shown = () =>
  community.db.selectFrom('calendarEvents').select(['eventId', 'title', 'startsAt', 'endsAt']).execute();

describe('an organiser’s own event', () => {
  it('is written to the calendar, and removed when its owner removes it', async () => {
    const eventId = await created(teacher);
    await sync();
    expect(await shown()).toEqual([
      {
        eventId,
        title: 'Reunión',
        startsAt: new Date('2026-12-01T23:00:00Z'),
        endsAt: new Date('2026-12-01T23:45:00Z'),
      },
    ]);
    expect(await (await remove(teacher, eventId)).json()).toEqual({ eventId });
    await sync();
    expect(await shown()).toEqual([]);
    expect((await remove(admin, eventId)).status).toBe(200);
  });

  it('sent twice with one idempotency key is one event', async () => {
    const first = await created(teacher, {}, 'the-same-key');
    expect(await created(teacher, {}, 'the-same-key')).toBe(first);
    const other = { event: { ...event, title: 'Otra' } };
    await expect(create(teacher, other, 'the-same-key')).toBeRefused(keyTaken);
    await sync();
    expect(await shown()).toHaveLength(1);
  });

  it('removed twice with one idempotency key is answered the same', async () => {
    const eventId = await created(teacher);
    const away = () => change(teacher, { action: 'delete', eventId }, 'one-removal');
    for (const answer of [await away(), await away()]) expect(await answer.json()).toEqual({ eventId });
  });

  it('is made and removed by its owner and by administrators alone', async () => {
    await expect(create(teacher, { userId: colleague.id })).toBeRefused(commonRefusals.notAllowed);
    const eventId = await created(admin, { userId: teacher.id });
    for (const id of [eventId, 'event00000000000000000000000000000000', 'whatever-it-is']) {
      await expect(remove(colleague, id)).toBeRefused(commonRefusals.notAllowed);
    }
    expect((await remove(teacher, eventId)).status).toBe(200);
    const student = await community.person();
    await expect(create(admin, { userId: student.id })).toBeRefused(calendarRefusals.notOrganising);
    await expect(remove(student, eventId)).toBeRefused(commonRefusals.notAllowed);
    await expect(remove(null, eventId)).toBeRefused(commonRefusals.signInFirst);
  });

  it('is removed from the calendar when its row is deleted', async () => {
    const leaving = await community.person({ role: 'teacher', verified: true });
    await created(leaving);
    await sync();
    expect(await shown()).toHaveLength(1);
    await community.db.deleteFrom('calendarOwnEvents').where('ownerId', '=', leaving.id).execute();
    await sync();
    expect(await shown()).toEqual([]);
  });

  it('is refused with invalid fields or a time that does not exist', async () => {
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
      const answer = await create(teacher, { event: { ...event, ...wrong } });
      await expect(answer, JSON.stringify(wrong)).toBeRefused(commonRefusals.badInput);
    }
    for (const body of [
      [],
      'create',
      {},
      { action: 'destroy' },
      { action: 'delete' },
      { action: 'delete', eventId: 'a\nb c' },
    ]) {
      await expect(change(teacher, body), JSON.stringify(body)).toBeRefused(commonRefusals.badInput);
    }
    const skipped = { event: { ...event, date: '2027-03-14', time: '02:30', zone: 'America/New_York' } };
    await expect(create(teacher, skipped)).toBeRefused(calendarRefusals.noSuchTime);
    expect(await community.db.selectFrom('calendarOwnEvents').selectAll().execute()).toEqual([]);
  });
});

it('a teacher removes the event of their class; the class stays and brings it back when it changes', async () => {
  const form = { title: 'Clase', description: 'x', date: '2026-12-01', time: '18:00' };
  const { id, version } = await (await community.request(teacher, 'POST', '/api/classes', form)).json();
  await sync();
  const [{ eventId = '' } = {}] = await shown();
  expect((await remove(colleague, eventId)).status).toBe(403);
  expect((await remove(teacher, eventId)).status).toBe(200);
  await sync();
  expect(await shown()).toEqual([]);
  await community.request(teacher, 'PATCH', `/api/classes/${id}`, { version, title: 'Clase nueva' });
  await sync();
  expect(await shown()).toMatchObject([{ eventId, title: 'Clase nueva' }]);
});

it('a teacher removes the event of a class that they took over with another room', async () => {
  const revoked = await community.person({ role: 'teacher', verified: true });
  const form = { title: 'Clase', description: 'x', date: '2026-12-01', time: '18:00' };
  const { id } = await (await community.request(revoked, 'POST', '/api/classes', form)).json();
  await sync();
  const [{ eventId: before = '' } = {}] = await shown();
  await community.db
    .updateTable('users')
    .set({ bannedAt: new Date() })
    .where('id', '=', revoked.id)
    .execute();
  const given = { teacherId: colleague.id };
  expect((await community.request(admin, 'PUT', `/api/classes/${id}/teacher`, given)).status).toBe(200);
  await sync();
  const [{ eventId = '' } = {}] = await shown();
  expect(eventId).toMatch(/^sumi[0-9a-f]{32}$/);
  expect(eventId).not.toBe(before);
  await expect(remove(teacher, eventId)).toBeRefused(commonRefusals.notAllowed);
  expect((await remove(colleague, eventId)).status).toBe(200);
  await sync();
  expect(await shown()).toEqual([]);
});
