import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWaiting } from '#features/admin/contract.ts';
import { renewOwnFeed } from '#features/calendar/contract.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertPaidSeat,
  insertSeats,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { goodPassword, personWithPassword } from '../../../testing/sign-in.ts';
import {
  changeRefusals,
  enrolRefusals,
  listManagedClasses,
  listPossibleTeachers,
  readClass,
} from '../contract.ts';
import { offerSeats } from '../waiting/offer-seats.ts';

let scene: ClassScene;
let colleague: Person;
beforeAll(async () => {
  scene = await classScene();
  colleague = await scene.community.person({ role: 'teacher', verified: true, name: 'Hugo Paz' });
});
afterAll(() => scene.community.close());

const request = (...args: Parameters<ClassScene['community']['request']>) => scene.community.request(...args);
const handOver = (person: Person | null, id: string, teacherId: string) =>
  request(person, 'PUT', `/api/classes/${id}/teacher`, { teacherId });

async function revoke(teacher: Person): Promise<void> {
  const path = `/api/teachers/applications/${teacher.id}/revoke`;
  const answer = await request(scene.admin, 'POST', path, { reason: 'No llegó tres veces.' });
  expect(answer.status).toBe(200);
}

async function lacking(): Promise<string[]> {
  const { items } = await answerOf(
    request(scene.admin, 'GET', '/api/classes/managed?teacher=none'),
    listManagedClasses,
  );
  return items.map(({ title }) => title);
}

describe('handOverClass', () => {
  it('gives the class, its roster and the share of its paid seats to the new teacher and tells everyone concerned', async () => {
    const { community, teacher, admin, student } = scene;
    const id = await insertClass(community.db, teacher, { title: 'Club de cine' });
    await insertPaidSeat(community.db, { classId: id, userId: student.id });
    await community.db.updateTable('payments').set({ teacherId: teacher.id }).execute();
    const answer = await handOver(admin, id, colleague.id);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      teacherId: colleague.id,
      teacherName: 'Hugo Paz',
      lacksTeacher: false,
      version: 2,
    });
    const roster = `/api/classes/${id}/roster`;
    expect((await request(colleague, 'GET', roster)).status).toBe(200);
    await expect(request(teacher, 'GET', roster)).toBeRefused(commonRefusals.notAllowed);
    const { teacherId } = await community.db
      .selectFrom('payments')
      .select('teacherId')
      .where('classId', '=', id)
      .executeTakeFirstOrThrow();
    expect(teacherId).toBe(colleague.id);
    const own = { title: 'Club de cine', startsAt: minutesFromNow(24 * 60).toISOString() };
    const detail = { ...own, name: 'Hugo Paz' };
    expect(await noticesOf(scene.community, colleague, 'classes.%')).toEqual([
      { kind: 'classes.given-to-you', detail: own, link: `/admin/classes?class=${id}` },
    ]);
    expect(await noticesOf(scene.community, teacher, 'classes.%')).toEqual([
      { kind: 'classes.given-to-another', detail, link: null },
    ]);
    expect(await noticesOf(scene.community, student, 'classes.%')).toEqual([
      { kind: 'classes.other-teacher', detail, link: `/classes?class=${id}` },
    ]);
    const acts = await community.db.selectFrom('auditLines').selectAll().where('subject', '=', id).execute();
    expect(acts).toMatchObject([
      {
        act: 'classes.hand-over-class',
        actorId: admin.id,
        personId: colleague.id,
        detail: { title: 'Club de cine', from: 'Inés Ávila', to: 'Hugo Paz' },
      },
    ]);
    const due = await community.db
      .selectFrom('dueWork')
      .select('kind')
      .where('subject', 'like', '%')
      .execute();
    expect(due.map(({ kind }) => kind)).toContain('sync-calendar');
  });

  it('changes nothing for the teacher who gives the class already', async () => {
    const id = await insertClass(scene.community.db, scene.teacher);
    const answer = await handOver(scene.admin, id, scene.teacher.id);
    expect(await answer.json()).toMatchObject({ teacherId: scene.teacher.id, version: 1 });
  });

  it('refuses a person who may not give classes, and a teacher with a seat in the class', async () => {
    const { community, teacher, admin, student } = scene;
    const id = await insertClass(community.db, teacher);
    const pending = await community.person({ role: 'teacher' });
    const banned = await community.person({ role: 'teacher', verified: true });
    await community.db.updateTable('users').set({ bannedAt: now }).where('id', '=', banned.id).execute();
    for (const person of [student, pending, banned]) {
      await expect(handOver(admin, id, person.id)).toBeRefused(changeRefusals.notATeacher);
    }
    await insertSeats(community.db, id, colleague);
    await expect(handOver(admin, id, colleague.id)).toBeRefused(changeRefusals.teacherHasSeat);
  });

  it('is possible until the end of the class, and not for a cancelled class', async () => {
    const { community, teacher, admin } = scene;
    const running = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-59) });
    expect((await handOver(admin, running, colleague.id)).status).toBe(200);
    const ended = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-60) });
    await expect(handOver(admin, ended, colleague.id)).toBeRefused(changeRefusals.alreadyOver);
    const cancelled = await insertClass(community.db, teacher, { status: 'cancelled', cancelledAt: now });
    await expect(handOver(admin, cancelled, colleague.id)).toBeRefused(enrolRefusals.cancelled);
  });

  it('lists administrators and approved teachers as possible teachers, and no other people', async () => {
    const pending = await scene.community.person({ role: 'teacher', name: 'Ana Pendiente' });
    const { items } = await answerOf(
      request(scene.admin, 'GET', '/api/classes/possible-teachers'),
      listPossibleTeachers,
    );
    const ids = items.map(({ userId }) => userId);
    expect(ids).toEqual(expect.arrayContaining([scene.admin.id, scene.teacher.id, colleague.id]));
    expect(ids).not.toContain(pending.id);
    expect(ids).not.toContain(scene.student.id);
  });
});

describe('a teacher whose approval was revoked', () => {
  it('loses the links and rosters of their classes with the next request, and the classes wait for an administrator', async () => {
    const { community, admin } = scene;
    const teacher = await community.person({ role: 'teacher', verified: true });
    const startsAt = minutesFromNow(10);
    const link = { startsAt, meetLink: 'https://meet.example.org/abc' };
    const adults = await insertClass(community.db, teacher, { ...link, title: 'De adultos' });
    const kids = await insertClass(community.db, teacher, {
      ...link,
      title: 'De kids',
      targetAudience: 'kid',
    });
    const linkOf = async (id: string) =>
      (await answerOf(request(teacher, 'GET', `/api/classes/${id}`), readClass)).meetLink;
    expect([await linkOf(adults), await linkOf(kids)]).toEqual([link.meetLink, link.meetLink]);
    const waitingBefore = await waiting();

    await revoke(teacher);
    expect(await linkOf(adults)).toBeNull();
    await expect(request(teacher, 'GET', `/api/classes/${kids}`)).toBeRefused(commonRefusals.notFound);
    for (const rest of ['/roster', '/reviews']) {
      const read = request(teacher, 'GET', `/api/classes/${adults}${rest}`);
      await expect(read).toBeRefused(commonRefusals.notAllowed);
    }
    await expect(request(teacher, 'GET', '/api/classes/managed')).toBeRefused(commonRefusals.notAllowed);

    expect(await waiting()).toBe(waitingBefore + 2);
    expect(await lacking()).toEqual(expect.arrayContaining(['De adultos', 'De kids']));
    await handOver(admin, adults, colleague.id);
    await request(admin, 'POST', `/api/classes/${kids}/cancellation`, { reason: 'Sin quien la dé.' });
    expect(await waiting()).toBe(waitingBefore);
  });

  it('gives no seat in their classes any more, and no student enters a meeting whose address they know', async () => {
    const { community, student } = scene;
    const teacher = await community.person({ role: 'teacher', verified: true });
    const meetLink = 'https://meet.example.org/abc';
    const id = await insertClass(community.db, teacher, {
      startsAt: minutesFromNow(10),
      meetLink,
      priceCents: 500,
    });
    await insertSeats(community.db, id, student);
    const send = (person: Person, act: string) => request(person, 'POST', `/api/classes/${id}/${act}`);
    const card = () => answerOf(request(student, 'GET', `/api/classes/${id}`), readClass);
    expect(await card()).toMatchObject({ meetLink, hasMeetLink: true });
    expect((await send(student, 'entry')).status).toBe(200);

    await revoke(teacher);
    await expect(send(student, 'entry')).toBeRefused(enrolRefusals.noTeacher);
    expect(await card()).toMatchObject({ meetLink: null, hasMeetLink: false });
    await expect(send(await community.person(), 'enrolment')).toBeRefused(enrolRefusals.noTeacher);
    await expect(send(await community.person(), 'waiting')).toBeRefused(enrolRefusals.noTeacher);
    await community.db.updateTable('classes').set({ requiredTier: 'premium' }).where('id', '=', id).execute();
    await expect(send(await community.person(), 'seat-checkout')).toBeRefused(enrolRefusals.noTeacher);
    expect((await send(scene.admin, 'entry')).status).toBe(200);
  });

  it('offers no seat to those who wait until another teacher has the class', async () => {
    const { community, admin } = scene;
    const teacher = await community.person({ role: 'teacher', verified: true });
    const id = await insertClass(community.db, teacher, { maxStudents: 1 });
    const [seated, waiting] = [await community.person(), await community.person()];
    await insertSeats(community.db, id, seated);
    expect((await request(waiting, 'POST', `/api/classes/${id}/waiting`)).status).toBe(200);
    await revoke(teacher);
    await request(seated, 'DELETE', `/api/classes/${id}/enrolment`);
    const offered = async () => {
      await community.runDue(offerSeats);
      return (await answerOf(request(waiting, 'GET', `/api/classes/${id}`), readClass)).heldUntil !== null;
    };
    expect(await offered()).toBe(false);
    expect((await handOver(admin, id, colleague.id)).status).toBe(200);
    expect(await offered()).toBe(true);
  });

  it('offers the seat to those who wait soon after they are approved again', async () => {
    const { community, admin } = scene;
    const teacher = await community.person({ role: 'teacher', verified: true });
    const id = await insertClass(community.db, teacher, { maxStudents: 1 });
    const [seated, waiting] = [await community.person(), await community.person()];
    await insertSeats(community.db, id, seated);
    await request(waiting, 'POST', `/api/classes/${id}/waiting`);
    const answer = (decision: string) =>
      request(admin, 'POST', `/api/teachers/applications/${teacher.id}/${decision}`, { version: 1 });
    await answer('reopen');
    await request(seated, 'DELETE', `/api/classes/${id}/enrolment`);
    await community.runDue(offerSeats);
    await answer('approve');
    community.setNow(minutesFromNow(15));
    await community.runDue(offerSeats);
    community.setNow(now);
    const card = await answerOf(request(waiting, 'GET', `/api/classes/${id}`), readClass);
    expect(card.heldUntil).not.toBeNull();
  });

  it('knows no link of a class that another teacher got since, whose students enter by another one', async () => {
    const { community, admin } = scene;
    const teacher = await community.person({ role: 'teacher', verified: true });
    const facts = { meetLink: 'https://meet.example.org/abc', calendarEventId: `sumiabc${Date.now()}` };
    const id = await insertClass(community.db, teacher, facts);
    await revoke(teacher);
    expect(await (await handOver(admin, id, colleague.id)).json()).toMatchObject({ meetLink: null });
    const row = await community.db
      .selectFrom('classes')
      .select('calendarEventId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.calendarEventId).toMatch(/^sumi[0-9a-f]{32}$/);
    const due = await community.db
      .selectFrom('dueWork')
      .select('subject')
      .where('subject', 'in', [facts.calendarEventId, row.calendarEventId])
      .execute();
    expect(due).toHaveLength(2);
  });

  it('no longer finds their classes in their own calendar feed', async () => {
    const { community } = scene;
    const teacher = await community.person({ role: 'teacher', verified: true });
    await insertClass(community.db, teacher, { title: 'Solo en el calendario' });
    const { path } = await answerOf(request(teacher, 'POST', '/api/calendar/feed', {}), renewOwnFeed);
    const feed = async () => (await request(null, 'GET', path ?? '')).text();
    expect(await feed()).toContain('Solo en el calendario');
    await revoke(teacher);
    expect(await feed()).not.toContain('Solo en el calendario');
  });
});

describe('the coming class of a teacher', () => {
  it.each<[string, (teacher: Person) => Promise<Response>]>([
    [
      'is banned',
      ({ id }) => request(scene.admin, 'PUT', `/api/people/${id}/ban`, { reason: 'Trato grosero' }),
    ],
    [
      'is a student now',
      ({ id }) => request(scene.admin, 'PUT', `/api/people/${id}/role`, { role: 'student' }),
    ],
    [
      'is a kid now',
      ({ id }) => request(scene.admin, 'PUT', `/api/people/${id}/age-group`, { ageGroup: 'kid' }),
    ],
  ])('who %s waits for an administrator, who hands it over', async (_what, lose) => {
    const teacher = await scene.community.person({ role: 'teacher', verified: true });
    const id = await insertClass(scene.community.db, teacher);
    const before = await waiting();
    expect((await lose(teacher)).status).toBe(200);
    expect(await waiting()).toBe(before + 1);
    expect((await handOver(scene.admin, id, colleague.id)).status).toBe(200);
    expect(await waiting()).toBe(before);
  });

  it('keeps its teacher: an account with one is not deleted before it is handed over', async () => {
    const teacher = await personWithPassword(scene.community, { role: 'teacher', verified: true });
    const id = await insertClass(scene.community.db, teacher);
    const before = await waiting();
    const body = { password: goodPassword, typed: teacher.email };
    const remove = () => request(teacher, 'POST', '/api/privacy/deletion', body);
    expect(await (await remove()).json()).toMatchObject({ code: 'privacy/classes-first' });
    expect((await handOver(scene.admin, id, colleague.id)).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect(await waiting()).toBe(before);
  });
});

async function waiting(): Promise<number> {
  const { classesWithoutTeacher } = await answerOf(
    request(scene.admin, 'GET', '/api/admin/waiting'),
    readWaiting,
  );
  return classesWithoutTeacher;
}
