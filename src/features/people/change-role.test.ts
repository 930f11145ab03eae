import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceForTable } from '../../testing/races/race.ts';
import { withoutRowLocks } from '../../testing/races/without-row-locks.ts';
import { noticeKindsOf } from '../../testing/rows/notices-of.ts';
import { askAuth, personWithPassword, signIn } from '../../testing/sign-in.ts';
import { banPerson } from './ban/ban-person.ts';
import { changeRole } from './change-role.ts';
import { peopleRefusals } from './contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
beforeEach(() => community.db.deleteFrom('userRoles').where('role', '=', 'admin').execute());

const settings = { passwordMinLength: 6 };

const put = (asker: Person, person: Person, role: string, reason?: string) =>
  community.request(asker, 'PUT', `/api/people/${person.id}/role`, { role, reason });

async function rolesOf(person: Person): Promise<string[]> {
  const rows = await community.db
    .selectFrom('userRoles')
    .select('role')
    .where('userId', '=', person.id)
    .execute();
  return rows.map(({ role }) => role);
}

async function admins(): Promise<number> {
  const rows = await community.db
    .selectFrom('userRoles')
    .innerJoin('users', 'users.id', 'userRoles.userId')
    .select('users.id')
    .where('userRoles.role', '=', 'admin')
    .where('bannedAt', 'is', null)
    .execute();
  return rows.length;
}

it('changeRole takes from a former administrator what only administrators are told, and leaves the rest', async () => {
  const [admin, former] = [
    await community.person({ role: 'admin' }),
    await community.person({ role: 'admin' }),
  ];
  const ctx = await community.ctxFor();
  const applicant = await community.person({ name: 'Eva' });
  const named = { names: { id: applicant.id, name: 'Eva' } };
  for (const kind of ['teachers.applied', 'payments.give-back-by-hand'])
    await notify(ctx, { to: [admin.id, former.id], kind, ...named });
  await notify(ctx, { to: [former.id], kind: 'memberships.ended', detail: { tier: 'vip' } });
  await put(admin, former, 'student');
  expect(await noticeKindsOf(community, former)).toEqual(['memberships.ended', 'people.role-changed']);
  expect(await noticeKindsOf(community, admin)).toEqual(['teachers.applied', 'payments.give-back-by-hand']);
});

it('changeRole replaces every role of a person, writes an audit line and tells the person', async () => {
  const admin = await community.person({ role: 'admin', name: 'Adela' });
  const person = await community.person({ name: 'Ana' });
  await community.db.insertInto('userRoles').values({ userId: person.id, role: 'teacher' }).execute();
  const answer = await put(admin, person, 'student', 'Ya no da clases');
  expect(await answer.json()).toEqual({ id: person.id, role: 'student' });
  expect(await rolesOf(person)).toEqual(['student']);
  const line = await community.db
    .selectFrom('auditLines')
    .selectAll()
    .where('personId', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    act: 'people.change-role',
    actorId: admin.id,
    reason: 'Ya no da clases',
    detail: { name: 'Ana', from: 'teacher', to: 'student' },
  });
  expect(
    await community.db
      .selectFrom('notifications')
      .select(['kind', 'detail'])
      .where('userId', '=', person.id)
      .execute(),
  ).toEqual([{ kind: 'people.role-changed', detail: { role: 'student' } }]);
});

it.each([
  { verified: false, kind: 'people.made-teacher' },
  { verified: true, kind: 'people.role-changed' },
])(
  'changeRole tells a new teacher to apply unless an application was approved (approved: $verified)',
  async ({ verified, kind }) => {
    const admin = await community.person({ role: 'admin' });
    const person = await community.person(verified ? { role: 'teacher', verified } : {});
    if (verified) expect((await put(admin, person, 'student')).status).toBe(200);
    expect((await put(admin, person, 'teacher')).status).toBe(200);
    const told = await community.db
      .selectFrom('notifications')
      .select(['kind', 'link'])
      .where('userId', '=', person.id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(told).toEqual({ kind, link: '/teacher' });
  },
);

it('a changed role is in force with the person’s next request', async () => {
  const admin = await community.person({ role: 'admin' });
  const person = await community.person();
  const list = () => community.request(person, 'GET', '/api/people').then(({ status }) => status);
  expect(await list()).toBe(403);
  await put(admin, person, 'admin');
  expect(await list()).toBe(200);
  await put(admin, person, 'student');
  expect(await list()).toBe(403);
});

it('changeRole to the role a person already has writes no audit line', async () => {
  const admin = await community.person({ role: 'admin' });
  const person = await community.person();
  expect((await put(admin, person, 'student')).status).toBe(200);
  const lines = await community.db
    .selectFrom('auditLog')
    .select('id')
    .where('personId', '=', person.id)
    .execute();
  expect(lines).toEqual([]);
});

it('changeRole refuses to demote the last administrator who is not banned', async () => {
  const admin = await community.person({ role: 'admin' });
  const banned = await community.person({ role: 'admin' });
  await community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', banned.id).execute();
  const answer = await put(admin, admin, 'student');
  await expect(answer).toBeRefused(peopleRefusals.lastAdmin);
  expect(await rolesOf(admin)).toEqual(['admin']);
});

it('an administrator may demote themselves where another administrator remains', async () => {
  const admin = await community.person({ role: 'admin' });
  await community.person({ role: 'admin' });
  expect((await put(admin, admin, 'student')).status).toBe(200);
  expect(await rolesOf(admin)).toEqual(['student']);
});

it('changeRole makes no administrator of a person with a short password, until they chose a longer one', async () => {
  const admin = await community.person({ role: 'admin' });
  const short = 'jacaranda';
  const person = await personWithPassword(community, {}, short);
  const refused = await put(admin, person, 'admin');
  await expect(refused).toBeRefused(peopleRefusals.shortPassword, { min: 12 });
  expect(await rolesOf(person)).toEqual(['student']);
  expect((await put(admin, person, 'teacher')).status).toBe(200);

  const change = { currentPassword: short, newPassword: 'doce-letras-1' };
  expect((await askAuth(community, person.cookie, '/change-password', change)).status).toBe(200);
  expect((await put(admin, person, 'admin')).status).toBe(200);
  expect((await signIn(community, person.email, 'doce-letras-1')).status).toBe(200);
});

it('the database keeps a short password from an administrator, whichever of the two is written last', async () => {
  const { db } = community;
  const longMethod = (of: Person) =>
    db
      .updateTable('signInMethods')
      .set({ password: 'long12:salt:hash' })
      .where('userId', '=', of.id)
      .execute();
  const makeAdmin = (of: Person) =>
    db.insertInto('userRoles').values({ userId: of.id, role: 'admin' }).execute();
  const person = await personWithPassword(community, {}, 'jacaranda');
  await expect(makeAdmin(person)).rejects.toThrow('longer password');
  await longMethod(person);
  await makeAdmin(person);
  const shorten = db
    .updateTable('signInMethods')
    .set({ password: 'salt:hash' })
    .where('userId', '=', person.id);
  await expect(shorten.execute()).rejects.toThrow('longer password');
});

type Pair = { first: Person; second: Person; ctxs: [Ctx, Ctx] };

async function twoAdmins(change: (ctx: Ctx) => Ctx = (ctx) => ctx): Promise<Pair> {
  await community.db.deleteFrom('userRoles').where('role', '=', 'admin').execute();
  const [first, second] = [
    await community.person({ role: 'admin' }),
    await community.person({ role: 'admin' }),
  ];
  return {
    first,
    second,
    ctxs: [change(await community.ctxFor(first)), change(await community.ctxFor(second))],
  };
}

const reason = 'Se pelearon';
const races = {
  'demote each other': ({ first, second, ctxs: [one, two] }: Pair) => [
    changeRole(one, { id: second.id, role: 'student' }, settings),
    changeRole(two, { id: first.id, role: 'student' }, settings),
  ],
  'ban each other': ({ first, second, ctxs: [one, two] }: Pair) => [
    banPerson(one, { id: second.id, reason }),
    banPerson(two, { id: first.id, reason }),
  ],
  'demote and ban each other': ({ first, second, ctxs: [one, two] }: Pair) => [
    changeRole(one, { id: second.id, role: 'student' }, settings),
    banPerson(two, { id: first.id, reason }),
  ],
};

/** Each of the two has seen who else is an administrator, or waits to see it, before the act of one is recorded. */
async function raceOf(race: keyof typeof races, change?: (ctx: Ctx) => Ctx) {
  const pair = await twoAdmins(change);
  return raceForTable<unknown>(community.db, 'auditLog', () => races[race](pair));
}

it.each(Object.keys(races) as (keyof typeof races)[])(
  'of two administrators who %s one succeeds and one remains',
  async (race) => {
    const done = await raceOf(race);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refused] = done.filter((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'people/last-admin' });
    expect(await admins()).toBe(1);
  },
);

it('an administrator who was demoted while their request was on its way changes no role', async () => {
  const { first, ctxs } = await twoAdmins();
  const student = await community.person();
  await community.db.deleteFrom('userRoles').where('userId', '=', first.id).execute();
  const change = changeRole(ctxs[0], { id: student.id, role: 'admin' }, settings);
  await expect(change).toBeRefused(commonRefusals.notAllowed);
  expect(await rolesOf(student)).toEqual(['student']);
});

it('the control: two administrators who demote each other both lose the role without the row locks', async () => {
  await raceOf('demote each other', withoutRowLocks);
  expect(await admins()).toBe(0);
});
