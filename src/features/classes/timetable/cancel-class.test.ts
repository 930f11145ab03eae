import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  classScene,
  insertClass,
  insertPaidSeat,
  insertSeats,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { type ClassCard, cancelClass, changeRefusals, enrolRefusals, readClass } from '../contract.ts';

let community: Community;
let teacher: Person;
let admin: Person;
let student: Person;
beforeAll(async () => {
  ({ community, teacher, admin, student } = await classScene());
});
afterAll(() => community.close());

const reason = 'Se fue la luz en todo el barrio.';
const cancel = (person: Person | null, id: string, body: object = { reason }) =>
  community.request(person, 'POST', `/api/classes/${id}/cancellation`, body);

const enrol = (id: string, person: Person) => insertSeats(community.db, id, person);

async function seenBy(person: Person, id: string): Promise<ClassCard> {
  return answerOf(community.request(person, 'GET', `/api/classes/${id}`), readClass);
}

describe('cancelClass', () => {
  it('keeps the class on the calendar with its reason and tells every student with a seat', async () => {
    const id = await insertClass(community.db, teacher, {
      title: 'Club de cine',
      meetLink: 'https://meet.example.org/abc',
      startsAt: minutesFromNow(10),
    });
    await enrol(id, student);
    expect(await answerOf(cancel(teacher, id), cancelClass)).toMatchObject({
      id,
      status: 'cancelled',
      cancelReason: reason,
      version: 2,
      calendar: 'syncing',
      allowed: {
        change: 'classes/cancelled',
        cancel: 'classes/cancelled',
        callRoll: 'classes/cancelled',
        delete: null,
      },
    });
    const notices = await community.db
      .selectFrom('notifications')
      .select(['userId', 'kind', 'detail', 'link'])
      .execute();
    const detail = { title: 'Club de cine', startsAt: minutesFromNow(10).toISOString(), reason };
    expect(notices).toEqual([
      { userId: student.id, kind: 'classes.cancelled', detail, link: `/classes?class=${id}` },
    ]);
    // It is within 15 minutes of the start, and the link is hidden all the same.
    expect(await seenBy(student, id)).toMatchObject({
      status: 'cancelled',
      cancelReason: reason,
      isEnrolled: true,
      hasMeetLink: true,
      meetLink: null,
    });
    const other = await community.person();
    expect((await seenBy(other, id)).allowed.enrol).toBe('classes/cancelled');
    const late = await community.request(other, 'POST', `/api/classes/${id}/enrolment`);
    await expect(late).toBeRefused(enrolRefusals.cancelled);
  });

  it('refunds bought seats', async () => {
    const id = await insertClass(community.db, teacher);
    const buyer = await community.person();
    const paymentId = await insertPaidSeat(community.db, { classId: id, userId: buyer.id });
    await enrol(id, student);
    await cancel(teacher, id);
    const payment = await community.db
      .selectFrom('payments')
      .select(['refundWantedAt', 'refundReason'])
      .where('id', '=', paymentId)
      .executeTakeFirst();
    expect(payment).toEqual({ refundWantedAt: now, refundReason: reason });
  });

  it('gives back what a student forfeited who had left late before the class was cancelled', async () => {
    const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(5 * 60) });
    const considerate = await community.person();
    const paymentId = await insertPaidSeat(community.db, { classId: id, userId: considerate.id });
    const other = await insertClass(community.db, teacher, { startsAt: minutesFromNow(5 * 60) });
    const elsewhere = await insertPaidSeat(community.db, { classId: other, userId: considerate.id });
    for (const classId of [id, other]) {
      const left = await community.request(considerate, 'DELETE', `/api/classes/${classId}/enrolment`);
      expect(left.status).toBe(200);
    }
    expect((await cancel(teacher, id)).status).toBe(200);
    const payments = community.db
      .selectFrom('payments')
      .select(['forfeitedAt', 'refundWantedAt', 'refundReason']);
    expect(await payments.where('id', '=', paymentId).executeTakeFirst()).toEqual({
      forfeitedAt: now,
      refundWantedAt: now,
      refundReason: reason,
    });
    expect(await payments.where('id', '=', elsewhere).executeTakeFirst()).toMatchObject({
      forfeitedAt: now,
      refundWantedAt: null,
    });
  });

  it('refuses to cancel a class twice', async () => {
    const id = await insertClass(community.db, teacher);
    const ana = await community.person();
    await enrol(id, ana);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, turn) => cancel(turn % 2 ? teacher : admin, id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const notices = await community.db
      .selectFrom('notifications')
      .select('id')
      .where('userId', '=', ana.id)
      .where('kind', '=', 'classes.cancelled')
      .execute();
    expect(notices).toHaveLength(1);
  });

  it('accepts until the end of a class that no student attended', async () => {
    const begun = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-59) });
    expect((await cancel(teacher, begun)).status).toBe(200);
    const over = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-60) });
    await expect(cancel(teacher, over)).toBeRefused(changeRefusals.alreadyOver);
    const held = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-30) });
    await enrol(held, student);
    const marks = [{ userId: student.id, attended: true }];
    await community.request(teacher, 'PUT', `/api/classes/${held}/attendance`, { marks });
    await expect(cancel(teacher, held)).toBeRefused(changeRefusals.alreadyHeld);
  });

  it('lets an administrator cancel a class over which the roll was closed with no student present: it is refunded and no absence stays', async () => {
    const startsAt = minutesFromNow(-90);
    const host = await community.person({ role: 'teacher', verified: true });
    const id = await insertClass(community.db, host, { kind: 'club', maxStudents: 6, startsAt });
    const [paying, booked] = [await community.person(), await community.person()];
    await insertSeats(community.db, id, booked);
    const paymentId = await insertPaidSeat(community.db, { classId: id, userId: paying.id });
    const closing = await community.request(host, 'POST', `/api/classes/${id}/roll-closing`);
    expect(closing.status).toBe(200);
    const absences = community.db.selectFrom('classAbsences').select('userId').where('classId', '=', id);
    expect(await absences.execute()).toEqual([{ userId: booked.id }]);

    await expect(cancel(host, id)).toBeRefused(changeRefusals.alreadyOver);
    expect((await cancel(admin, id)).status).toBe(200);
    expect(await absences.execute()).toEqual([]);
    const { refundWantedAt } = await community.db
      .selectFrom('payments')
      .select('refundWantedAt')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    expect(refundWantedAt).toEqual(now);
  });

  it('refuses an empty reason', async () => {
    const id = await insertClass(community.db, teacher);
    for (const body of [{}, { reason: '  ' }, { reason: 'a'.repeat(501) }, { reason: 7 }]) {
      await expect(cancel(teacher, id, body)).toBeRefused(commonRefusals.badInput);
    }
  });

  it('accepts the teacher and administrators only, audits what an administrator does and tells the teacher', async () => {
    const id = await insertClass(community.db, teacher);
    const colleague = await community.person({ role: 'teacher', verified: true });
    await expect(cancel(null, id)).toBeRefused(commonRefusals.signInFirst);
    for (const person of [student, colleague]) {
      await expect(cancel(person, id)).toBeRefused(commonRefusals.notAllowed);
    }
    expect((await cancel(admin, id)).status).toBe(200);
    const acts = await community.db.selectFrom('auditLog').selectAll().where('subject', '=', id).execute();
    expect(acts).toMatchObject([
      { act: 'classes.cancel-class', actorId: admin.id, personId: teacher.id, reason },
    ]);
    const notices = await community.db
      .selectFrom('notifications')
      .select(['kind', 'link'])
      .where('userId', '=', teacher.id)
      .execute();
    expect(notices).toEqual([{ kind: 'classes.cancelled', link: `/admin/classes?class=${id}` }]);
  });
});
