import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  classScene,
  insertClass,
  insertPaidSeat,
  insertSeats,
  minutesFromNow,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { changeRefusals, enrolRefusals, listManagedClasses } from '../contract.ts';

let community: Community;
let teacher: Person;
let admin: Person;
let student: Person;
beforeAll(async () => {
  ({ community, teacher, admin, student } = await classScene());
});
afterAll(() => community.close());

const remove = (person: Person | null, id: string) =>
  community.request(person, 'DELETE', `/api/classes/${id}`);

describe('deleteClass', () => {
  it('deletes the class and its enrolments', async () => {
    const id = await insertClass(community.db, teacher);
    const other = await insertClass(community.db, teacher);
    for (const classId of [id, other]) {
      await community.request(student, 'POST', `/api/classes/${classId}/enrolment`);
    }
    const answer = await remove(teacher, id);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ id });
    const left = await community.db.selectFrom('classEnrollments').select('classId').execute();
    expect(left).toEqual([{ classId: other }]);
    await expect(remove(teacher, id)).toBeRefused(commonRefusals.notFound);
    expect(await wrongSeats(community.db)).toEqual([]);
  });

  it('accepts the teacher of the class and administrators only', async () => {
    const id = await insertClass(community.db, teacher);
    const colleague = await community.person({ role: 'teacher', verified: true });
    const pending = await community.person({ role: 'teacher' });
    await expect(remove(null, id)).toBeRefused(commonRefusals.signInFirst);
    for (const person of [student, pending, colleague]) {
      await expect(remove(person, id)).toBeRefused(commonRefusals.notAllowed);
    }
    // The answer does not say whether such a class exists.
    const absent = '019a0000-0000-7000-8000-000000000000';
    await expect(remove(student, absent)).toBeRefused(commonRefusals.notAllowed);
    expect((await remove(admin, id)).status).toBe(200);
    await expect(remove(admin, 'today')).toBeRefused(commonRefusals.badInput);
  });

  it('refuses a teacher whose approval was revoked', async () => {
    const revoked = await community.person({ role: 'teacher', verified: true });
    const id = await insertClass(community.db, revoked);
    await community.db
      .updateTable('teacherProfiles')
      .set({ verificationStatus: 'rejected' })
      .where('userId', '=', revoked.id)
      .execute();
    await expect(remove(revoked, id)).toBeRefused(commonRefusals.notAllowed);
  });

  it('refuses a class with payments and says what to do instead', async () => {
    const id = await insertClass(community.db, teacher);
    const paymentId = await insertPaidSeat(community.db, { classId: id, userId: student.id });
    await expect(remove(admin, id)).toBeRefused(changeRefusals.hasPayments);
    const { items } = await answerOf(
      community.request(teacher, 'GET', '/api/classes/managed'),
      listManagedClasses,
    );
    expect(items.find((each) => each.id === id)?.allowed).toMatchObject({
      delete: 'classes/has-payments',
      cancel: null,
    });
    // A failed checkout does not prevent the deletion.
    await community.db.deleteFrom('classEnrollments').where('classId', '=', id).execute();
    await community.db
      .updateTable('payments')
      .set({ status: 'failed', completedAt: null })
      .where('id', '=', paymentId)
      .execute();
    expect((await remove(admin, id)).status).toBe(200);
  });

  it('refuses a class from its start on', async () => {
    for (const startsAt of [minutesFromNow(0), minutesFromNow(-600)]) {
      const id = await insertClass(community.db, teacher, { startsAt });
      await expect(remove(teacher, id)).toBeRefused(enrolRefusals.alreadyStarted);
    }
  });

  it('tells the students of an upcoming class, its teacher and the calendar, and audits each deletion', async () => {
    const facts = { title: 'Club de cine', calendarEventId: 'event-of-a-club' };
    const id = await insertClass(community.db, teacher, facts);
    const own = await insertClass(community.db, teacher);
    await remove(teacher, own);
    const other = await community.person();
    await insertSeats(community.db, id, other);
    await remove(admin, id);
    const notices = await community.db
      .selectFrom('notifications')
      .select(['kind', 'detail'])
      .where('userId', '=', other.id)
      .execute();
    const detail = { title: 'Club de cine', startsAt: '2026-11-21T10:00:00.000Z' };
    expect(notices).toEqual([{ kind: 'classes.removed', detail }]);
    const teacherTold = await community.db
      .selectFrom('notifications')
      .select(['kind', 'detail'])
      .where('userId', '=', teacher.id)
      .execute();
    expect(teacherTold).toContainEqual({ kind: 'classes.removed', detail });
    const removals = await community.db
      .selectFrom('dueWork')
      .select(['kind', 'subject'])
      .where('kind', '=', 'sync-calendar')
      .execute();
    expect(removals).toEqual([{ kind: 'sync-calendar', subject: 'event-of-a-club' }]);
    const acts = await community.db
      .selectFrom('auditLog')
      .select(['act', 'actorId', 'subject'])
      .where('subject', 'in', [id, own])
      .orderBy('id')
      .execute();
    expect(acts).toEqual([
      { act: 'classes.delete-class', actorId: teacher.id, subject: own },
      { act: 'classes.delete-class', actorId: admin.id, subject: id },
    ]);
  });
});
