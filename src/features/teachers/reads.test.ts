import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerOf } from '#shared/operation.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person, type PersonTraits } from '../../testing/community.ts';
import type { Status } from '../payments/contract.ts';
import { listApplications, readOwnTeacherProfile, readTeacher } from './contract.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
beforeEach(async () => {
  await community.db.deleteFrom('teacherProfiles').execute();
});

const get = (person: Person | null, path: string) => community.request(person, 'GET', `/api/teachers${path}`);
const cardOf = ({ id }: Person) => answerOf(get(null, `/${id}`), readTeacher);
const ownOf = (teacher: Person) => answerOf(get(teacher, '/me'), readOwnTeacherProfile);

const hour = 3_600_000;
async function insertClass(teacher: Person, hoursFromNow: number, more: Record<string, unknown> = {}) {
  const { id } = await community.db
    .insertInto('classes')
    .values({
      title: 'Una clase',
      description: 'De prueba',
      startsAt: new Date(Date.now() + hoursFromNow * hour),
      createdBy: teacher.id,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
async function seat(classId: string, student: Person, more: Record<string, unknown> = {}) {
  await community.db
    .insertInto('classEnrollments')
    .values({ classId, userId: student.id, ...more })
    .execute();
}
async function pay(teacher: Person, status: Status, teacherShareCents: number, classId: string) {
  const done = status === 'completed' || status === 'refunded';
  await community.db
    .insertInto('payments')
    .values({
      userId: admin.id,
      kind: 'single',
      classId,
      amountCents: 300,
      method: 'card',
      provider: 'test',
      status,
      teacherId: teacher.id,
      teacherShareCents,
      platformShareCents: 300 - teacherShareCents,
      completedAt: done ? new Date() : null,
      refundWantedAt: status === 'refunded' ? new Date() : null,
      refundedAt: status === 'refunded' ? new Date() : null,
    })
    .execute();
}

describe('the figures of a teacher', () => {
  it('count each student once, classes that were not cancelled, and paid seats that were not refunded', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const [ana, beto, caro] = await Promise.all([1, 2, 3].map(() => community.person()));
    const past = await insertClass(teacher, -48);
    const also = await insertClass(teacher, -24);
    const ahead = await insertClass(teacher, 24);
    const off = await insertClass(teacher, -72, { status: 'cancelled', cancelledAt: new Date() });
    const marked = { markedAt: new Date(), markedBy: teacher.id };
    await seat(past, ana!);
    await seat(also, ana!, { attended: true, ...marked });
    await seat(also, beto!, { attended: false, ...marked });
    await seat(off, beto!);
    await seat(ahead, caro!);
    for (const [status, share] of [
      ['completed', 210],
      ['completed', 209],
      ['refunded', 210],
      ['pending', 210],
      ['failed', 210],
    ] as const) {
      await pay(teacher, status, share, past);
    }
    await community.db
      .insertInto('classReviews')
      .values([
        { classId: past, userId: ana!.id, teacherId: teacher.id, rating: 5 },
        { classId: also, userId: ana!.id, teacherId: teacher.id, rating: 4 },
      ])
      .execute();
    expect(await ownOf(teacher)).toMatchObject({
      totalStudentsTaught: 1,
      totalEventsCreated: 3,
      totalEarningsCents: 419,
      averageRating: 4.5,
      totalReviews: 2,
    });
  });

  it('count for everybody the classes that are over alone', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    for (const hours of [-48, 24, 48]) await insertClass(teacher, hours);
    const card = await community.request(null, 'GET', `/api/teachers/${teacher.id}`);
    expect(await card.json()).toMatchObject({ totalEventsCreated: 1 });
    expect(await ownOf(teacher)).toMatchObject({ totalEventsCreated: 3 });
  });

  it('are zero for a new teacher', async () => {
    const teacher = await community.person({ role: 'teacher' });
    expect(await ownOf(teacher)).toMatchObject({
      totalStudentsTaught: 0,
      totalEventsCreated: 0,
      totalEarningsCents: 0,
      averageRating: null,
      totalReviews: 0,
    });
  });
});

describe('the public card', () => {
  it('shows an approved teacher’s profile, and no e-mail, money or application', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
    const other = await community.person({ role: 'teacher', verified: true });
    expect((await cardOf(other)).id).toBe(other.id);
    expect(await cardOf(teacher)).toEqual({
      id: teacher.id,
      name: 'Inés Ávila',
      image: null,
      bio: 'Enseño desde hace años.',
      languagesTaught: ['en'],
      specialties: [],
      experienceYears: 0,
      averageRating: null,
      totalReviews: 0,
      totalStudentsTaught: 0,
      totalEventsCreated: 0,
      teachesSince: null,
    });
  });

  it('is not found for a teacher who is not approved, was banned, or lost the role', async () => {
    const { db } = community;
    const [pending, rejected, banned, demoted] = await Promise.all(
      [false, false, true, true].map((verified) => community.person({ role: 'teacher', verified })),
    );
    await db
      .updateTable('teacherProfiles')
      .set({ verificationStatus: 'rejected' })
      .where('userId', '=', rejected!.id)
      .execute();
    await db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', banned!.id).execute();
    await db.deleteFrom('userRoles').where('userId', '=', demoted!.id).execute();
    for (const { id } of [pending!, rejected!, banned!, demoted!, admin]) {
      expect((await community.request(admin, 'GET', `/api/teachers/${id}`)).status).toBe(404);
    }
  });
});

describe('the queue of applications', () => {
  const list = (query = '') => answerOf(get(admin, `/applications${query}`), listApplications);
  const names = async (query = '') => (await list(query)).items.map(({ name }) => name);

  async function applicant(name: string, hoursAgo: number, traits: PersonTraits = {}) {
    const person = await community.person({ role: 'teacher', name, ...traits });
    await community.db
      .updateTable('teacherProfiles')
      .set({ appliedAt: new Date(Date.now() - hoursAgo * hour) })
      .where('userId', '=', person.id)
      .execute();
    return person;
  }

  it('lists pending ones oldest first, decided ones newest first', async () => {
    await applicant('Waits a day', 24);
    await applicant('Waits a week', 168);
    await applicant('Waits an hour', 1);
    await applicant('Approved long ago', 900, { verified: true });
    await applicant('Approved lately', 5, { verified: true });
    expect(await names()).toEqual(['Waits a week', 'Waits a day', 'Waits an hour']);
    expect(await names('?status=approved')).toEqual(['Approved lately', 'Approved long ago']);
    expect(await names('?status=rejected')).toEqual([]);
    expect((await list()).counts).toEqual({ pending: 3, approved: 2, rejected: 0 });
  });

  it.each(['pending', 'approved'])(
    'lists each of the %s once, page by page, also those of one instant',
    async (status) => {
      const { db } = community;
      for (let nth = 0; nth < 7; nth++)
        await applicant(`Nth ${nth}`, 10, { verified: status === 'approved' });
      await db
        .updateTable('teacherProfiles')
        .set({ appliedAt: new Date('2026-01-01') })
        .execute();
      const whole = await names(`?status=${status}`);
      const paged: string[] = [];
      let cursor: string | null = '';
      do {
        const page: AnswerOf<typeof listApplications> = await list(
          `?status=${status}&limit=3${cursor && `&cursor=${cursor}`}`,
        );
        paged.push(...page.items.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor);
      expect(paged).toHaveLength(7);
      expect(paged).toEqual(whole);
    },
  );

  it('finds applicants by a piece of their name or e-mail, ignoring accents', async () => {
    const person = await applicant('Begoña Núñez', 3);
    await applicant('100% Paula_X', 2);
    await applicant('Otra', 1);
    expect(await names('?search=nunez')).toEqual(['Begoña Núñez']);
    expect(await names('?search=nunez%20begona')).toEqual(['Begoña Núñez']);
    expect(await names('?search=BEGO%C3%91A')).toEqual(['Begoña Núñez']);
    expect(await names(`?search=${person.email.slice(2, 20)}`)).toEqual(['Begoña Núñez']);
    expect(await names('?search=%25')).toEqual(['100% Paula_X']);
    expect(await names('?search=_x')).toEqual(['100% Paula_X']);
    expect(await names('?search=%5C')).toEqual([]);
    expect(await names('?search=nadie')).toEqual([]);
  });

  it('shows the facts that an administrator decides by', async () => {
    const person = await applicant('Ana Ruiz', 3, { verified: true });
    await insertClass(person, 5);
    await insertClass(person, -5);
    await community.request(admin, 'POST', `/api/teachers/applications/${person.id}/revoke`, {
      reason: 'Faltó a tres clases.',
    });
    const [rejected] = (await list('?status=rejected')).items;
    expect(rejected).toMatchObject({
      email: person.email,
      emailVerified: false,
      upcomingEvents: 1,
      totalEventsCreated: 2,
      decidedBy: admin.name,
      rejectionReason: 'Faltó a tres clases.',
      isOwn: false,
    });
    await community.request(person, 'POST', '/api/teachers/application', {
      bio: 'Otra vez.',
      languagesTaught: ['es'],
    });
    const [again] = (await list()).items;
    expect(again).toMatchObject({
      bio: 'Otra vez.',
      rejectionReason: null,
      decidedAt: null,
      lastRefusal: { reason: 'Faltó a tres clases.', at: expect.any(String) },
    });
  });

  it('refuses an invalid page, status or search', async () => {
    for (const query of ['cursor=x', 'status=other', 'limit=0', 'limit=51', 'search=%00', 'search=']) {
      const { status } = await community.request(admin, 'GET', `/api/teachers/applications?${query}`);
      expect(status, query).toBe(400);
    }
  });
});
