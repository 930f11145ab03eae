import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { hourMs } from '#shared/time/durations.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, insertClass, insertSeats, minutesFromNow, now } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import { mailDue, personWithMail } from '../../../testing/stand-ins/notice-mail.ts';
import {
  changeRefusals,
  enrolRefusals,
  messageRefusals,
  readClassMessages,
  sendClassMessage,
} from '../contract.ts';
import { classData } from '../own-data.ts';

let community: Community;
let teacher: Person;
let admin: Person;
beforeAll(async () => {
  ({ community, teacher, admin } = await classScene());
});
afterAll(() => community.close());

const words = 'Llego diez minutos tarde.\nTraigan la página 12.';
const send = (person: Person | null, id: string, text: unknown = words, key?: string) =>
  community.request(
    person,
    'POST',
    `/api/classes/${id}/messages`,
    { words: text },
    key ? { 'idempotency-key': key } : {},
  );
const read = (person: Person | null, id: string) =>
  community.request(person, 'GET', `/api/classes/${id}/messages`);
const messagesFor = (person: Person, id: string) => answerOf(read(person, id), readClassMessages);
const wordsFor = async (person: Person, id: string) =>
  (await messagesFor(person, id)).items.map((one) => one.words);

const actsOn = (subject: string) =>
  community.db.selectFrom('auditLog').select(['act', 'personId']).where('subject', '=', subject).execute();

/** A class of tomorrow with these people in it. */
async function classWith(people: Person[], facts: Parameters<typeof insertClass>[2] = {}): Promise<string> {
  const id = await insertClass(community.db, teacher, { title: 'Club de cine', ...facts });
  if (people.length > 0) await insertSeats(community.db, id, ...people);
  return id;
}

describe('sendClassMessage', () => {
  it('tells the students with a seat once, who read it on the page of the class, and no other people', async () => {
    const [ana, leo, held, waiting] = await Promise.all([1, 2, 3, 4].map(() => personWithMail(community)));
    // At night and within the hour: what is near waits for no quiet hours.
    const id = await classWith([ana!, leo!], { startsAt: minutesFromNow(60), maxStudents: 3 });
    const heldUntil = minutesFromNow(30);
    await community.db
      .insertInto('classEnrollments')
      .values({ classId: id, userId: held!.id, heldUntil })
      .execute();
    await community.db.insertInto('classWaiting').values({ classId: id, userId: waiting!.id }).execute();
    expect(await messagesFor(teacher, id)).toMatchObject({ items: [], readers: 2, allowed: { send: null } });
    const answer = await send(teacher, id, `  ${words}  `);
    expect(await answer.json()).toEqual({
      id: expect.any(String),
      words,
      sentAt: now.toISOString(),
      writtenBy: 'Inés Ávila',
      readers: 2,
      hiddenReason: null,
    });
    for (const student of [ana!, leo!]) {
      expect(await noticesOf(community, student)).toEqual([
        {
          kind: 'classes.message',
          detail: {
            title: 'Club de cine',
            message: words,
            name: 'Inés Ávila',
            startsAt: minutesFromNow(60).toISOString(),
            endsAt: minutesFromNow(120).toISOString(),
          },
          link: `/classes?class=${id}`,
        },
      ]);
      expect(await messagesFor(student, id)).toMatchObject({
        items: [{ words, writtenBy: 'Inés Ávila', readers: null }],
        readers: null,
        allowed: { send: commonRefusals.notAllowed.code },
      });
    }
    for (const person of [held!, waiting!, teacher]) expect(await noticesOf(community, person)).toEqual([]);
    for (const person of [held!, waiting!]) expect((await read(person, id)).status).toBe(403);
    expect((await read(null, id)).status).toBe(401);
    expect(await actsOn(id)).toEqual([]);
    const letters = await mailDue(community);
    expect(letters.map(({ to }) => to).sort()).toEqual([ana!.email, leo!.email].sort());
    expect(letters[0]?.text).toContain('Llego diez minutos tarde.\n\nTraigan la página 12.');
  });

  it('shows the newest first, and the earlier ones to a student who takes a seat later', async () => {
    const id = await classWith([await community.person()]);
    await send(teacher, id, 'Primero');
    community.setNow(minutesFromNow(1));
    await send(teacher, id, 'Después');
    community.setNow(now);
    const late = await community.person();
    await insertSeats(community.db, id, late);
    expect(await wordsFor(late, id)).toEqual(['Después', 'Primero']);
    expect(await noticesOf(community, late)).toEqual([]);
    const card = await community.request(late, 'GET', `/api/classes/${id}`);
    expect(await card.json()).toMatchObject({ hasMessages: true });
    const other = await community.request(await community.person(), 'GET', `/api/classes/${id}`);
    expect(await other.json()).toMatchObject({ hasMessages: false });
  });

  it('is for the organisers of the class: its verified teacher and administrators', async () => {
    const student = await community.person();
    const id = await classWith([student]);
    const stranger = await community.person({ role: 'teacher', verified: true });
    expect((await send(null, id)).status).toBe(401);
    for (const person of [student, stranger]) expect((await send(person, id)).status).toBe(403);
    expect((await send(admin, crypto.randomUUID())).status).toBe(404);
    expect(await wordsFor(student, id)).toEqual([]);
  });

  it('tells the teacher what an administrator writes to their class, on record, and not who wrote it', async () => {
    const hers = await community.person({ role: 'teacher', verified: true });
    const student = await community.person();
    const id = await insertClass(community.db, hers, { title: 'Alemán' });
    // The administrator has a seat too, and is not told by themselves.
    await insertSeats(community.db, id, student, admin);
    expect(await (await send(admin, id)).json()).toMatchObject({ readers: 1 });
    expect((await noticesOf(community, hers)).map(({ kind, link }) => [kind, link])).toEqual([
      ['classes.message', `/admin/classes?class=${id}&tab=roll`],
    ]);
    expect((await noticesOf(community, admin)).filter(({ kind }) => kind === 'classes.message')).toEqual([]);
    expect(await actsOn(id)).toEqual([{ act: 'classes.send-message', personId: hers.id }]);
  });

  it('is refused for a class that was cancelled, ended a day ago, or has no student', async () => {
    const people = [await community.person()];
    const cancelled = await classWith(people, { status: 'cancelled', cancelledAt: now });
    await expect(send(teacher, cancelled)).toBeRefused(enrolRefusals.cancelled);
    const over = await classWith(people, { startsAt: minutesFromNow(-25 * 60) });
    await expect(send(teacher, over)).toBeRefused(changeRefusals.alreadyOver);
    const justOver = await classWith(people, { startsAt: minutesFromNow(-25 * 60 + 1) });
    expect((await send(teacher, justOver)).status).toBe(200);
    const empty = await classWith([]);
    await expect(send(teacher, empty)).toBeRefused(messageRefusals.noReaders);
    expect((await messagesFor(teacher, empty)).allowed.send).toBe(messageRefusals.noReaders.code);
  });

  it('takes one to five hundred characters that people can read', async () => {
    const id = await classWith([await community.person()]);
    for (const bad of [
      '',
      '   ',
      'x'.repeat(501),
      'a\u0000b',
      'a\u202eb',
      'a\ud800b',
      `a${'\u0301'.repeat(9)}`,
      7,
    ])
      expect((await send(teacher, id, bad)).status).toBe(400);
    expect((await send(teacher, id, 'x'.repeat(500))).status).toBe(200);
  });

  it('takes five messages a class in 24 hours of all its organisers', async () => {
    const id = await classWith([await community.person()]);
    for (const person of [teacher, admin, teacher, admin, teacher])
      expect((await send(person, id)).status).toBe(200);
    await expect(send(admin, id)).toBeRefused(messageRefusals.tooMany);
    expect((await messagesFor(teacher, id)).allowed.send).toBe(messageRefusals.tooMany.code);
    const another = await classWith([await community.person()]);
    expect((await send(teacher, another)).status).toBe(200);
    community.setNow(new Date(now.getTime() + 24 * hourMs));
    expect((await send(teacher, id)).status).toBe(200);
    community.setNow(now);
  });

  it('sends a message once under its idempotency key', async () => {
    const student = await community.person();
    const id = await classWith([student]);
    const key = 'the same key';
    const [first, second] = [await send(teacher, id, words, key), await send(teacher, id, words, key)];
    expect(await second.json()).toEqual(await first.json());
    expect((await send(teacher, id, 'Otra cosa', key)).status).toBe(422);
    expect(await noticesOf(community, student)).toHaveLength(1);
  });

  it('keeps its words from a student who left, also where they had read the notice', async () => {
    const student = await community.person();
    const id = await classWith([student]);
    await send(teacher, id);
    await community.request(student, 'POST', '/api/notifications/read', {});
    await community.request(student, 'DELETE', `/api/classes/${id}/enrolment`);
    expect(await noticesOf(community, student)).toEqual([]);
    expect((await read(student, id)).status).toBe(403);
  });

  it('goes with the account of its writer, and leaves no notice of it', async () => {
    const second = await community.person({ role: 'admin' });
    const student = await community.person();
    const id = await classWith([student]);
    await send(second, id);
    const { id: subject } = (await messagesFor(teacher, id)).items[0]!;
    const report = { kind: 'message', subject, reason: 'spam' };
    expect((await community.request(student, 'POST', '/api/reports', report)).status).toBe(200);
    const leaver = { userId: second.id, provedEmail: null, image: null };
    await inTransaction(await community.ctxFor(second), async (ctx) => classData.erase?.(ctx, leaver));
    expect((await messagesFor(teacher, id)).items).toEqual([]);
    expect(
      await community.db.selectFrom('reports').where('subjectId', '=', subject).select('id').execute(),
    ).toEqual([]);
    expect(await noticesOf(community, student)).toEqual([]);
    expect((await noticesOf(community, teacher)).filter(({ link }) => link?.includes(id))).toEqual([]);
  });

  it('reaches a kid with consent in the bell, and no kid whose guardian has taken it back', async () => {
    const kid = await community.person({ ageGroup: 'kid' });
    const other = await community.person({ ageGroup: 'kid' });
    const id = await classWith([], { targetAudience: 'kid', startsAt: minutesFromNow(-10) });
    await insertSeats(community.db, id, kid, other);
    const consent = (userId: string) => ({
      userId,
      address: 'tutor@example.org',
      askedAt: now,
      givenAt: now,
    });
    await community.db.insertInto('guardianConsents').values(consent(kid.id)).execute();
    await community.db
      .insertInto('guardianConsents')
      .values({ ...consent(other.id), revokedAt: now })
      .execute();
    expect(await (await send(teacher, id)).json()).toMatchObject({ readers: 1 });
    expect(await noticesOf(community, kid)).toHaveLength(1);
    expect(await noticesOf(community, other)).toEqual([]);
    expect((await read(other, id)).status).toBe(403);
    // The class does not exist for people of the other age group.
    expect((await read(await community.person(), id)).status).toBe(404);
  });
});

describe('a reported message', () => {
  it('is reported by a student who reads it, hidden with its notices, told to its writer, and shown again', async () => {
    const student = await community.person();
    const hers = await community.person({ role: 'teacher', verified: true });
    const id = await insertClass(community.db, hers, { title: 'Portugués' });
    await insertSeats(community.db, id, student);
    const { id: subject } = await answerOf(send(hers, id, 'Algo feo'), sendClassMessage);
    const report = (person: Person) =>
      community.request(person, 'POST', '/api/reports', { kind: 'message', subject, reason: 'harmful' });
    expect((await report(await community.person())).status).toBe(404);
    expect((await report(student)).status).toBe(200);
    const settle = { outcome: 'upheld', reason: 'No se habla así.' };
    expect((await community.request(admin, 'PUT', `/api/reports/message/${subject}`, settle)).status).toBe(
      200,
    );
    expect(await wordsFor(student, id)).toEqual([]);
    expect(await noticeKindsOf(community, student)).toEqual(['reports.upheld']);
    expect((await messagesFor(hers, id)).items).toMatchObject([{ hiddenReason: settle.reason }]);
    expect(await noticeKindsOf(community, hers)).toEqual(['classes.message-hidden']);
    expect((await report(student)).status).toBe(404);
    const shown = await community.request(admin, 'PUT', `/api/reports/message/${subject}/shown`);
    expect(shown.status).toBe(200);
    expect(await wordsFor(student, id)).toEqual(['Algo feo']);
    expect(await noticeKindsOf(community, student)).toEqual(['reports.upheld']);
    expect((await actsOn(id)).map(({ act }) => act)).toEqual([
      'classes.hide-message',
      'classes.show-message',
    ]);
  });
});
