import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceForTable } from '../../testing/races/race.ts';
import { withoutRowLocks } from '../../testing/races/without-row-locks.ts';
import { noticesOf } from '../../testing/rows/notices-of.ts';
import { applyToTeach } from './apply-to-teach.ts';
import {
  readOwnTeacherProfile,
  type TeachingForm,
  teacherRefusals,
  type VerificationStatus,
} from './contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 30 });
});
afterAll(() => community.close());

const form: TeachingForm = {
  bio: 'Llevo años dando conversación.',
  languagesTaught: ['fr', 'es'],
  specialties: ['Viajes'],
  experienceYears: 4,
};

const apply = (person: Person | null, body: unknown = form) =>
  community.request(person, 'POST', '/api/teachers/application', body);
const profileOf = (person: Person) =>
  answerOf(community.request(person, 'GET', '/api/teachers/me'), readOwnTeacherProfile);
const rolesOf = async ({ id }: Person) => {
  const rows = await community.db.selectFrom('userRoles').select('role').where('userId', '=', id).execute();
  return rows.map(({ role }) => role).sort();
};
const answerWith = (
  { id }: Person,
  verificationStatus: VerificationStatus,
  rejectionReason: string | null = null,
) =>
  community.db
    .updateTable('teacherProfiles')
    .set({ verificationStatus, rejectionReason, decidedAt: new Date() })
    .where('userId', '=', id)
    .execute();

describe('applyToTeach', () => {
  it('makes a profile that waits and gives the teacher’s role, which opens nothing yet', async () => {
    const person = await community.person({ name: 'Ana Ruiz' });
    const answer = await apply(person);
    // Their next request has the teacher's role, without verification.
    const me = await (await community.request(person, 'GET', '/api/accounts/me')).json();
    expect(me).toMatchObject({ account: { role: 'teacher', verifiedTeacher: false } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      id: person.id,
      name: 'Ana Ruiz',
      ...form,
      isVerified: false,
    });
    expect(await profileOf(person)).toMatchObject({ verificationStatus: 'pending', rejectionReason: null });
    expect(await rolesOf(person)).toEqual(['student', 'teacher']);
    expect((await community.request(person, 'GET', '/api/classes/managed')).status).toBe(403);
  });

  it('refuses a person whose address is not confirmed, where letters are sent', async () => {
    const withLetters = await newCommunity({ mail: 'sent' });
    onTestFinished(() => withLetters.close());
    const unproved = await withLetters.person();
    const applying = () => withLetters.request(unproved, 'POST', '/api/teachers/application', form);
    await expect(await applying()).toBeRefused(confirmEmailFirst);
    expect(await withLetters.db.selectFrom('teacherProfiles').select('userId').execute()).toEqual([]);
  });

  it('asks administrators once of a person who applies again after the teacher’s role was taken away', async () => {
    const admin = await community.person({ role: 'admin' });
    const person = await community.person();
    const asked = async () => (await noticesOf(community, admin, 'teachers.applied')).length;
    const before = await asked();
    await apply(person);
    expect(await asked()).toBe(before + 1);
    const role = await community.request(admin, 'PUT', `/api/people/${person.id}/role`, {
      role: 'student',
      reason: 'Se equivocó',
    });
    expect(role.status).toBe(200);
    expect(await asked()).toBe(before);
    await apply(person);
    expect(await asked()).toBe(before + 1);
  });

  it('refuses a visitor', async () => {
    const answer = await apply(null);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      code: 'teachers/sign-in-first',
      message: 'Debes estar autenticado',
    });
  });

  it('refuses a kid', async () => {
    await expect(await apply(await community.person({ ageGroup: 'kid' }))).toBeRefused(
      teacherRefusals.adultsOnly,
    );
  });

  it('requires at least one of the ten languages', async () => {
    const person = await community.person();
    const answer = await apply(person, { ...form, languagesTaught: [] });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ message: 'Debes seleccionar al menos un idioma' });
    for (const languagesTaught of [['nah'], ['xx'], 'fr', undefined, [null]]) {
      expect((await apply(person, { ...form, languagesTaught })).status, String(languagesTaught)).toBe(400);
    }
    expect(await rolesOf(person)).toEqual(['student']);
  });

  it.each([
    ['no bio', { bio: '  ' }],
    ['an endless bio', { bio: 'a'.repeat(2001) }],
    ['signs that cannot be read', { bio: 'a\u0000b' }],
    ['years before birth', { experienceYears: -1 }],
    ['half years', { experienceYears: 1.5 }],
    ['more years than a life', { experienceYears: 81 }],
    ['years in words', { experienceYears: '4' }],
    ['an endless specialty', { specialties: ['a'.repeat(61)] }],
    ['an empty specialty', { specialties: ['   '] }],
    ['too many specialties', { specialties: Array.from({ length: 31 }, (_, at) => `Tema ${at}`) }],
  ])('refuses %s', async (_, part) => {
    const person = await community.person();
    expect((await apply(person, { ...form, ...part })).status).toBe(400);
    expect(await rolesOf(person)).toEqual(['student']);
  });

  it('trims specialties, drops duplicates of specialties and languages, and defaults years to zero', async () => {
    const person = await community.person();
    await apply(person, {
      bio: ' Hola. ',
      languagesTaught: ['es', 'fr', 'es'],
      specialties: [' Negocios ', 'viajes', 'NEGOCIOS', 'Negocios', 'Viajes'],
    });
    expect(await profileOf(person)).toMatchObject({
      bio: 'Hola.',
      languagesTaught: ['es', 'fr'],
      specialties: ['Negocios', 'viajes'],
      experienceYears: 0,
    });
  });

  it('ignores fields that the applicant must not set', async () => {
    const person = await community.person();
    const other = await community.person();
    const protectedFields = {
      id: other.id,
      userId: other.id,
      verificationStatus: 'approved',
      isVerified: true,
      averageRating: 5,
      totalReviews: 99,
      totalEarningsCents: 100_000,
      totalStudentsTaught: 99,
      totalEventsCreated: 99,
      decidedAt: '2020-01-01T00:00:00Z',
      decidedBy: other.id,
      rejectionReason: 'x',
    };
    expect((await apply(person, { ...form, ...protectedFields })).status).toBe(200);
    expect(await profileOf(person)).toEqual({
      ...form,
      id: person.id,
      name: person.name,
      image: null,
      averageRating: null,
      totalReviews: 0,
      totalStudentsTaught: 0,
      totalEventsCreated: 0,
      totalEarningsCents: 0,
      earningsCurrency: 'USD',
      verificationStatus: 'pending',
      isVerified: false,
      rejectionReason: null,
      pageHiddenReason: null,
      appliedAt: expect.any(String),
    });
    expect(await rolesOf(other)).toEqual(['student']);
  });

  it('notifies administrators who are not banned', async () => {
    const admin = await community.person({ role: 'admin' });
    const banned = await community.person({ role: 'admin' });
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', banned.id)
      .execute();
    await apply(await community.person({ name: 'Ana Ruiz' }));
    const notices = await community.db
      .selectFrom('notifications')
      .select(['userId', 'kind', 'detail', 'link'])
      .where('userId', 'in', [admin.id, banned.id])
      .execute();
    expect(notices).toEqual([
      { userId: admin.id, kind: 'teachers.applied', detail: { name: 'Ana Ruiz' }, link: '/admin/teachers' },
    ]);
  });
});

describe('a second application', () => {
  it('is refused while the application waits and once it was approved', async () => {
    const person = await community.person();
    await apply(person);
    await expect(await apply(person)).toBeRefused(teacherRefusals.alreadyApplied);
    await answerWith(person, 'approved');
    await expect(await apply(person, { ...form, bio: 'Otra.' })).toBeRefused(teacherRefusals.alreadyApplied);
    expect(await profileOf(person)).toMatchObject({ bio: form.bio, isVerified: true });
  });

  it('is possible after a rejection and waits again', async () => {
    const person = await community.person();
    await apply(person);
    await answerWith(person, 'rejected', 'Falta el certificado.');
    expect(await profileOf(person)).toMatchObject({ rejectionReason: 'Falta el certificado.' });
    expect((await apply(person, { ...form, bio: 'Ya lo tengo.' })).status).toBe(200);
    expect(await profileOf(person)).toMatchObject({
      bio: 'Ya lo tengo.',
      verificationStatus: 'pending',
      rejectionReason: null,
    });
  });

  it('does not verify a person whose teacher role was removed', async () => {
    const person = await community.person({ role: 'teacher', verified: true });
    await community.db.deleteFrom('userRoles').where('userId', '=', person.id).execute();
    await community.db.insertInto('userRoles').values({ userId: person.id, role: 'student' }).execute();
    await expect
      .poll(async () => (await community.request(person, 'GET', '/api/teachers/me')).status)
      .toBe(404);
    expect((await apply(person)).status).toBe(200);
    expect(await profileOf(person)).toMatchObject({ verificationStatus: 'pending', isVerified: false });
  });

  it('is accepted from a person who had the role without a teacher profile', async () => {
    const person = await community.person();
    await community.db.insertInto('userRoles').values({ userId: person.id, role: 'teacher' }).execute();
    expect((await apply(person)).status).toBe(200);
    expect(await rolesOf(person)).toEqual(['student', 'teacher']);
  });
});

describe('concurrent applications of one person', () => {
  const times = 20;
  /** Each has looked for an earlier application, or waits for the person's lock, before the first makes its own. */
  async function rush(change: (ctx: Ctx) => Ctx = (ctx) => ctx): Promise<number> {
    const person = await community.person();
    const contexts = await Promise.all(Array.from({ length: times }, () => community.ctxFor(person)));
    const outcomes = await raceForTable(community.db, 'teacherProfiles', () =>
      contexts.map((ctx) => applyToTeach(change(ctx), form)),
    );
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  }

  it('make one application', async () => {
    const person = await community.person();
    const answers = await raceForTable(community.db, 'teacherProfiles', () =>
      Array.from({ length: times }, async () => (await apply(person)).status),
    );
    const statuses = answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
    expect(statuses.sort()).toEqual([200, ...Array(times - 1).fill(409)]);
    expect(await rush()).toBe(1);
  });

  it('the control: make several applications without the lock', async () => {
    expect(await rush(withoutRowLocks)).toBe(times);
  });
});
