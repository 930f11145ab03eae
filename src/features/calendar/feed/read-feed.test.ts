import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInCalendar } from '#server/calendar/built-in-calendar.ts';
import { expandIcs } from '#server/calendar/expand-ics.ts';
import { noMeetingRooms } from '#server/meeting-rooms/meeting-rooms.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { syncCalendar } from '../../../testing/processes/sync-calendar.ts';
import { raceForTable } from '../../../testing/races/race.ts';

/* What these tests guarantee: a feed shows its owner's classes and nothing more to a program that has its address, and
 * a revoked address shows nothing. */

let community: Community;
let teacher: Person;
let admin: Person;
const now = new Date('2026-11-20T10:00:00.000Z');
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(now);
  teacher = await community.person({ role: 'teacher', verified: true });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

async function feedOf(person: Person, path = '/api/calendar/feed'): Promise<string> {
  const answer = await community.request(person, 'POST', path, {});
  expect(answer.status).toBe(200);
  return (await answer.json()).path;
}
const get = (path: string, headers: Record<string, string> = {}) =>
  community.request(null, 'GET', path, undefined, headers);
async function read(path: string) {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  return answer.text();
}
const titles = (text: string) =>
  expandIcs(text, new Date('2020-01-01'), new Date('2030-01-01')).map(({ title }) => title);

async function schedule(title: string, change: object = {}): Promise<string> {
  const form = {
    title,
    description: 'x',
    date: '2026-12-01',
    time: '18:00',
    meetLink: 'https://meet.example.org/sala',
    ...change,
  };
  const answer = await community.request(teacher, 'POST', '/api/classes', form);
  return (await answer.json()).id;
}
const enrol = (person: Person, id: string) =>
  community.request(person, 'POST', `/api/classes/${id}/enrolment`);

describe('a person’s own feed', () => {
  it('holds the classes they are enrolled in or give, and no other', async () => {
    const student = await community.person();
    const mine = await schedule('Inscrita; con «punto y coma», y coma');
    await schedule('De otros');
    const held = await schedule('Apartada');
    await enrol(student, mine);
    const { id: paymentId } = await community.db
      .insertInto('payments')
      .values(paymentOf(student, held))
      .returning('id')
      .executeTakeFirstOrThrow();
    await community.db
      .insertInto('classEnrollments')
      .values({ classId: held, userId: student.id, paymentId, heldUntil: new Date('2026-11-20T10:30:00Z') })
      .execute();
    expect(titles(await read(await feedOf(student)))).toEqual(['Inscrita; con «punto y coma», y coma']);
    expect(titles(await read(await feedOf(teacher)))).toHaveLength(3);
    expect(titles(await read(await feedOf(await community.person())))).toEqual([]);
  });

  it('leads to the page of each class, and never contains a meeting link', async () => {
    const id = await schedule('Con página');
    const text = (await read(await feedOf(teacher))).replaceAll('\r\n ', '');
    expect(text).toContain(`URL;VALUE=URI:http://localhost:3000/classes/${id}\r\n`);
    expect(text).not.toContain('meet.example.org');
  });

  it('changes a class that moves and marks one that is cancelled', async () => {
    const student = await community.person();
    const [moved, cancelled] = [await schedule('Se mueve'), await schedule('Se cancela')];
    for (const id of [moved, cancelled]) await enrol(student, id);
    const path = await feedOf(student);
    const before = await get(path);
    const etag = before.headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);

    await community.request(teacher, 'PATCH', `/api/classes/${moved}`, { version: 1, time: '20:15' });
    await community.request(teacher, 'POST', `/api/classes/${cancelled}/cancellation`, { reason: 'Lluvia' });
    const answer = await get(path, { 'if-none-match': etag });
    expect(answer.status).toBe(200);
    const events = (await answer.text()).split('BEGIN:VEVENT').slice(1);
    const [one, other] = ['Se mueve', 'Se cancela'].map((title) =>
      events.find((event) => event.includes(title)),
    );
    expect(one).toContain(`UID:${moved}@sumi`);
    expect(one).toContain('DTSTART;TZID=America/Bogota:20261201T201500');
    expect(one).toContain('SEQUENCE:1');
    expect(other).toContain('STATUS:CANCELLED');
    expect(other).toContain('SEQUENCE:1');
  });

  it('has one address at a time, which its owner renews and revokes', async () => {
    const student = await community.person();
    expect(await (await community.request(student, 'GET', '/api/calendar/feed')).json()).toEqual({
      path: null,
      createdAt: null,
    });
    const first = await feedOf(student);
    const second = await feedOf(student);
    expect(second).not.toBe(first);
    expect((await get(first)).status).toBe(404);
    expect(await (await community.request(student, 'GET', '/api/calendar/feed')).json()).toMatchObject({
      path: second,
    });
    const other = await feedOf(await community.person());
    expect((await community.request(student, 'DELETE', '/api/calendar/feed')).status).toBe(200);
    expect((await get(second)).status).toBe(404);
    expect((await get(other)).status).toBe(200);
  });

  it('renewed eight times at once has one address', async () => {
    const student = await community.person();
    const renewed = await raceForTable(community.db, 'calendarFeeds', () =>
      Array.from({ length: 8 }, () => feedOf(student)),
    );
    const paths = renewed.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
    const alive = (await Promise.all(paths.map((path) => get(path)))).filter(({ status }) => status === 200);
    expect(alive).toHaveLength(1);
  });

  it('ends with its owner’s ban', async () => {
    const student = await community.person();
    const path = await feedOf(student);
    await community.db.updateTable('users').set({ bannedAt: now }).where('id', '=', student.id).execute();
    expect((await get(path)).status).toBe(404);
  });
});

it.each([
  '',
  'feed.ics',
  `${'x'.repeat(43)}.ics`,
  `${'x'.repeat(43)}`,
  `${'x'.repeat(42)}%00.ics`,
  '..%2f..%2fetc',
])('under /api/calendar/%s there is no feed', async (file) => {
  expect([401, 404]).toContain((await get(`/api/calendar/${file}`)).status);
});

describe('the organisers’ feed', () => {
  it('holds the events of the built-in calendar and is managed by administrators alone', async () => {
    await syncCalendar(community, {
      calendar: builtInCalendar(community.db),
      rooms: noMeetingRooms,
    });
    const path = await feedOf(admin, '/api/calendar/organisers-feed');
    expect(titles(await read(path))).toContain('De otros');
    const { organisersFeed } = await (await community.request(admin, 'GET', '/api/calendar/status')).json();
    expect(organisersFeed.path).toBe(path);
    for (const method of ['POST', 'DELETE']) {
      const answer = await community.request(teacher, method, '/api/calendar/organisers-feed', {});
      expect(answer.status).toBe(403);
    }
    // Renewing the administrator's own feed does not change the organisers' feed.
    await feedOf(admin);
    expect((await get(path)).status).toBe(200);
    await community.request(admin, 'DELETE', '/api/calendar/organisers-feed');
    expect((await get(path)).status).toBe(404);
  });
});

describe('a feed of more events than it holds', () => {
  it('has every coming one, and of the past ones the latest', async () => {
    // Five thousand fit: of these all 2,600 that come, and 2,400 of the 3,000 in the month before.
    await sql`
      insert into calendar_events (event_id, title, starts_at, ends_at, zone)
      select 'many-' || n, n::text, at, at + interval '45 minutes', 'America/Bogota'
      from generate_series(-3000, 2600) n
      cross join lateral (select ${now}::timestamptz + n * interval '10 minutes' as at) as moments
      where n <> 0`.execute(community.db);
    const path = await feedOf(admin, '/api/calendar/organisers-feed');
    const text = await read(path);
    const held = (n: number) => text.includes(`UID:many-${n}@sumi`);
    expect([2600, 1, -1, -2300, -3000].map(held)).toEqual([true, true, true, true, false]);
    await sql`delete from calendar_events where event_id like 'many-%'`.execute(community.db);
  });
});

describe('the address of the organisers’ feed', () => {
  const put = (id: string, path: string, body: object) =>
    community.request(admin, 'PUT', `/api/people/${id}/${path}`, body);

  it.each([
    ['loses the role', (id: string) => put(id, 'role', { role: 'student' })],
    ['is banned', (id: string) => put(id, 'ban', { reason: 'Una prueba' })],
  ])(
    'ends when an administrator, who may know it, %s, and every person keeps their own',
    async (_what, act) => {
      const other = await community.person({ role: 'admin' });
      const own = await feedOf(admin);
      const path = await feedOf(other, '/api/calendar/organisers-feed');
      expect((await act(other.id)).status).toBe(200);
      expect((await get(path)).status).toBe(404);
      expect((await get(own)).status).toBe(200);
    },
  );

  it('stays when a teacher is banned, or an administrator is made one again', async () => {
    const path = await feedOf(admin, '/api/calendar/organisers-feed');
    const person = await community.person({ role: 'teacher' });
    const both = await community.person({ role: 'admin' });
    await community.db.insertInto('userRoles').values({ userId: both.id, role: 'teacher' }).execute();
    expect((await put(person.id, 'ban', { reason: 'Una prueba' })).status).toBe(200);
    expect((await put(both.id, 'role', { role: 'admin' })).status).toBe(200);
    expect((await get(path)).status).toBe(200);
  });
});

function paymentOf(student: Person, classId: string) {
  return {
    userId: student.id,
    classId,
    kind: 'single' as const,
    method: 'card' as const,
    platformShareCents: 300,
    amountCents: 300,
    currency: 'USD',
    title: 'Una clase',
    provider: 'test' as const,
  };
}
