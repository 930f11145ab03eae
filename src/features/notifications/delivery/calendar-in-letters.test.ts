import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { appUrl, mailDue, personWithMail } from '../../../testing/stand-ins/notice-mail.ts';
import { notify } from '../notify.ts';

/** The calendar file of a letter holds what the letter tells its reader of, and nothing that is not theirs. */
let community: Community;
const noon = new Date('2026-11-20T17:00:00Z');
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
beforeEach(() => community.setNow(noon));

it('a letter carries the class for the calendar of a student who has a seat, with its page and without its meeting link', async () => {
  const [teacher, student] = [
    await community.person({ role: 'teacher', verified: true }),
    await personWithMail(community),
  ];
  const { id } = await community.db
    .insertInto('classes')
    .values({
      title: 'Clase; de té',
      description: 'x',
      startsAt: new Date('2026-12-01T23:00:00Z'),
      createdBy: teacher.id,
      meetLink: 'https://meet.example.org/sala',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const notice = { to: [student.id], kind: 'classes.moved', about: id };
  const detail = { title: 'x', startsAt: '2026-12-01T23:00:00Z', before: '2026-12-01T22:00:00Z' };
  await notify(await community.ctxFor(), { ...notice, detail });
  const [withoutSeat] = await mailDue(community);
  expect(withoutSeat).toMatchObject({ to: student.email });
  expect(withoutSeat).not.toHaveProperty('calendar');
  await community.db.insertInto('classEnrollments').values({ classId: id, userId: student.id }).execute();
  await notify(await community.ctxFor(), { ...notice, detail });
  const [letter] = await mailDue(community);
  expect(letter?.calendar).toContain('SUMMARY:Clase\\; de té');
  expect(letter?.calendar).toContain(`UID:${id}@sumi`);
  expect(letter?.calendar?.replaceAll('\r\n ', '')).toContain(`URL;VALUE=URI:${appUrl}/classes/${id}\r\n`);
  expect(letter?.calendar).not.toContain('meet.example.org');
});

it('a letter carries in one file every class of a series that was cancelled, as far as it is the reader’s', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const [student, other] = [await personWithMail(community), await personWithMail(community)];
  const day = 24 * 3600_000;
  const start = new Date(noon.getTime() + 7 * day);
  const repeats = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: null };
  const date = start.toISOString().slice(0, 10);
  const form = { title: 'Té', description: 'x', date, time: '12:00', zone: 'UTC', repeats };
  const send = (method: string, path: string, body: object) =>
    community.request(teacher, method, `/api/classes${path}`, body);
  expect((await send('POST', '', form)).status).toBe(200);
  const ids = await community.db
    .selectFrom('classes')
    .select('id')
    .where('createdBy', '=', teacher.id)
    .orderBy('startsAt')
    .limit(4)
    .execute();
  const seats = ids.map(({ id: classId }) => ({ classId, userId: student.id }));
  await community.db.insertInto('classEnrollments').values(seats.slice(1)).execute();
  await community.db
    .insertInto('classEnrollments')
    .values({ classId: seats[1]?.classId ?? '', userId: other.id })
    .execute();
  const body = { scope: 'all', reason: 'Me mudo.' };
  expect((await send('POST', `/${ids[0]?.id}/series-cancellation`, body)).status).toBe(200);
  const letters = await mailDue(community);
  expect(letters).toHaveLength(2);
  const calendarOf = ({ email }: Person) => letters.find(({ to }) => to === email)?.calendar ?? '';
  const events = (calendar: string) => ids.map(({ id }) => calendar.includes(`UID:${id}@sumi`));
  expect(events(calendarOf(student))).toEqual([false, true, true, true]);
  expect(events(calendarOf(other))).toEqual([false, true, false, false]);
  expect(calendarOf(student).match(/STATUS:CANCELLED/g)).toHaveLength(3);
});

it('the letter of the day carries in one file each class that it tells of, once and as it is now', async () => {
  const [teacher, person] = [
    await community.person({ role: 'teacher', verified: true }),
    await personWithMail(community, { zone: 'America/Bogota' }),
  ];
  const choice = { digest: true };
  expect((await community.request(person, 'PATCH', '/api/notifications/choices', choice)).status).toBe(200);
  const times = ['2026-12-01T23:00:00Z', '2026-12-02T23:00:00Z', '2026-12-03T23:00:00Z'];
  const ids = await community.db
    .insertInto('classes')
    .values(
      times.map((startsAt) => ({
        title: 'Té',
        description: 'x',
        startsAt: new Date(startsAt),
        createdBy: teacher.id,
      })),
    )
    .returning('id')
    .execute();
  const seats = ids.slice(0, 2).map(({ id: classId }) => ({ classId, userId: person.id }));
  await community.db.insertInto('classEnrollments').values(seats).execute();
  const detail = { title: 'Té', startsAt: times[0] ?? '', before: '2026-12-01T22:00:00Z' };
  for (const id of [ids[0]?.id, ids[0]?.id, ids[2]?.id]) {
    await notify(await community.ctxFor(), { to: [person.id], kind: 'classes.moved', about: id, detail });
  }
  const cancelled = `/api/classes/${ids[1]?.id}/cancellation`;
  expect((await community.request(teacher, 'POST', cancelled, { reason: 'Me mudo.' })).status).toBe(200);
  const refund = { kind: 'payments.refunded', detail: { amountCents: 500 } };
  await notify(await community.ctxFor(), { to: [person.id], ...refund });
  expect(await mailDue(community)).toEqual([]);
  community.setNow(new Date('2026-11-21T13:00:00Z'));
  const [letter, ...more] = await mailDue(community);
  expect(more).toEqual([]);
  expect(letter?.text).toContain('Las clases van en un archivo adjunto para tu calendario.');
  const count = (words: string) => letter?.calendar?.split(words).length ?? 0;
  expect(ids.map(({ id }) => count(`UID:${id}@sumi`) - 1)).toEqual([1, 1, 0]);
  expect(count('STATUS:CANCELLED') - 1).toBe(1);
});
