import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { publishBoard } from '../../../testing/rows/publish-board.ts';
import { tokenIn } from '../../../testing/sign-in.ts';
import {
  type CupLine,
  claimDecided,
  claimExists,
  type ManagedClaim,
  noSuchRow,
  ownClaim,
  rowTaken,
} from '../contract.ts';
import { decideCupClaim } from './decide-cup-claim.ts';

let community: Community;
let unguarded: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
  unguarded = await newCommunity({ poolSize: 20, withoutGuards: 'drop index one_owner_a_row' });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => Promise.all([community.close(), unguarded.close()]));
beforeEach(async () => {
  await community.db.deleteFrom('cupClaims').execute();
  await community.db.deleteFrom('cupPractice').execute();
  await community.db.deleteFrom('cupBoards').execute();
  await publish(['Ana Ruiz,ana.r,ana@example.org,English,20', 'Beto Paz,beto,,English,10']);
});

const publish = async (lines: string[]) =>
  publishBoard(await community.ctxFor(admin), ['Full name,Username,Email,Language,Total XP', ...lines]);

const claim = (who: Person, username: string) =>
  community.request(who, 'POST', '/api/cup/claims', { username });
const decide = (verb: string, id: string, body: unknown = {}, who: Person = admin) =>
  community.request(who, 'POST', `/api/cup/claims/${id}/${verb}`, body);
const waiting = async (status = 'pending') =>
  (await (await community.request(admin, 'GET', `/api/cup/claims?status=${status}`)).json())
    .items as ManagedClaim[];
const idOf = async (who: Person) =>
  (
    await community.db
      .selectFrom('cupClaims')
      .select('id')
      .where('userId', '=', who.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;

describe('a claim to a cup row', () => {
  it('waits for an administrator, who sees the row and its student', async () => {
    const person = await community.person({ name: 'Ana María' });
    expect(await (await claim(person, ' ANA.R ')).json()).toMatchObject({
      claim: { username: 'ana.r', status: 'pending' },
    });
    expect(await waiting()).toMatchObject([
      {
        username: 'ana.r',
        person: { name: 'Ana María', email: person.email, kid: false },
        rows: [{ fullName: 'Ana Ruiz', email: 'ana@example.org', language: 'en', totalExp: 20 }],
        emailMatch: 'none',
        rivals: 0,
        own: false,
      },
    ]);
    expect((await (await community.request(person, 'GET', '/api/cup')).json()).own).toBeNull();
  });

  it('is refused for an unknown row, for a row with an owner, and while another claim waits', async () => {
    const [person, other] = [await community.person(), await community.person()];
    await expect(claim(person, 'nobody')).toBeRefused(noSuchRow);
    expect((await claim(person, 'ana.r')).status).toBe(200);
    await expect(claim(person, 'beto')).toBeRefused(claimExists);
    expect((await claim(other, 'ana.r')).status).toBe(200);
    expect((await waiting())[0]?.rivals).toBe(1);
    expect((await decide('confirm', await idOf(person))).status).toBe(200);
    await expect(claim(await community.person(), 'ana.r')).toBeRefused(rowTaken);
    await expect(claim(person, 'ana.r')).toBeRefused(claimExists);
    await expect(decide('confirm', await idOf(other))).toBeRefused(rowTaken);
  });

  it('can be made by pointing at a line of a board, which does not tell its user name before it is confirmed', async () => {
    const person = await community.person();
    const line = async () =>
      (await (await community.request(person, 'GET', '/api/cup')).json()).items.find(
        ({ totalExp }: { totalExp: number }) => totalExp === 10,
      );
    expect((await line()).allowed).toEqual({ claim: null, report: null });
    const sent = await community.request(person, 'POST', '/api/cup/claims', { lineId: (await line()).id });
    expect(await sent.json()).toMatchObject({ claim: { username: null, status: 'pending' } });
    expect((await line()).allowed).toMatchObject({ claim: claimExists.code });
    expect(await waiting()).toMatchObject([{ username: 'beto', rows: [{ fullName: 'Beto Paz' }] }]);
    const own = async () => (await community.request(person, 'GET', '/api/cup/own')).json();
    await decide('reject', await idOf(person));
    expect((await own()).claim).toMatchObject({ username: null, status: 'rejected' });
    const { detail } = await community.db
      .selectFrom('notifications')
      .select('detail')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(detail).toEqual({ reason: null });
    await community.request(person, 'POST', '/api/cup/claims', { lineId: (await line()).id });
    await decide('confirm', await idOf(person));
    expect((await own()).claim).toMatchObject({ username: 'beto', status: 'confirmed' });
    // Another member reads that the line has an owner, a visitor that they have to sign in.
    const allowedTo = async (who: Person | null) =>
      (await (await community.request(who, 'GET', '/api/cup')).json()).items.map(
        ({ allowed }: { allowed: { claim: string | null } }) => allowed.claim,
      );
    expect(await allowedTo(await community.person())).toEqual([null, rowTaken.code]);
    expect(await allowedTo(null)).toEqual(Array(2).fill(commonRefusals.signInFirst.code));
    const draft = await community.request(person, 'POST', '/api/cup/claims', { lineId: crypto.randomUUID() });
    await expect(draft).toBeRefused(noSuchRow);
  });

  it('is refused in the list and when it is made, while the member has not proved their address, but not to a kid with consent', async () => {
    const mailing = await newCommunity({ mail: 'sent' });
    const ctx = await mailing.ctxFor(await mailing.person({ role: 'admin' }));
    const lines = ['Full name,Username,Total XP', 'Ana Ruiz,ana,20', 'Beto Paz,beto,10'];
    await publishBoard(ctx, lines);
    const [owner, person] = [await mailing.person(), await mailing.person()];
    await mailing.db
      .insertInto('cupClaims')
      .values({ userId: owner.id, username: 'ana', status: 'confirmed', decidedAt: new Date() })
      .execute();
    const read = async () => (await (await mailing.request(person, 'GET', '/api/cup')).json()).items;
    const allowed = async () => (await read()).map((line: CupLine) => line.allowed.claim);
    expect(await allowed()).toEqual([rowTaken.code, confirmEmailFirst.code]);
    const kid = await mailing.person();
    await mailing.db.updateTable('profiles').set({ ageGroup: 'kid' }).where('userId', '=', kid.id).execute();
    await mailing.db.insertInto('guardianConsents').values({ userId: kid.id, givenAt: new Date() }).execute();
    const claimed = await mailing.request(kid, 'POST', '/api/cup/claims', { username: 'beto' });
    expect(claimed.status).toBe(200);
    const point = async () =>
      mailing.request(person, 'POST', '/api/cup/claims', { lineId: (await read())[1].id });
    await expect(await point()).toBeRefused(confirmEmailFirst);
    await mailing.request(person, 'POST', '/api/accounts/verification');
    const token = tokenIn((await mailing.letters())[0]);
    await mailing.request(person, 'POST', '/api/accounts/links/follow', { token });
    expect(await allowed()).toEqual([rowTaken.code, null]);
    expect((await point()).status).toBe(200);
    await mailing.close();
  });

  it('can be withdrawn while it waits, but not afterwards', async () => {
    const person = await community.person();
    const withdraw = () => community.request(person, 'DELETE', '/api/cup/claims/own');
    const other = await community.person();
    await claim(other, 'ana.r');
    expect(await (await withdraw()).json()).toMatchObject({ claim: null });
    await claim(person, 'beto');
    expect(await (await withdraw()).json()).toMatchObject({ claim: null });
    expect(await waiting()).toMatchObject([{ id: await idOf(other) }]);
    await claim(person, 'ana.r');
    await decide('confirm', await idOf(person));
    expect(await (await withdraw()).json()).toMatchObject({ claim: { status: 'confirmed' } });
  });

  it('is rate limited to ten an hour, so that user names cannot be guessed', async () => {
    const person = await community.person();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await claim(person, `guess${n}`)).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  });

  it('is suggested only to the account that has verified the e-mail of the row', async () => {
    const person = await community.person();
    await publish([`Ana Ruiz,ana.r,${person.email},English,20`]);
    const suggestion = async () =>
      (await (await community.request(person, 'GET', '/api/cup/own')).json()).suggestion;
    expect(await suggestion()).toBeNull();
    await community.db
      .updateTable('users')
      .set({ emailVerified: true })
      .where('id', '=', person.id)
      .execute();
    expect(await suggestion()).toBe('ana.r');
    await claim(person, 'ana.r');
    expect(await suggestion()).toBeNull();
    expect((await waiting())[0]).toMatchObject({ emailMatch: 'verified' });
  });
});

describe('an administrator who decides a claim', () => {
  it('confirms it with a line in the audit log and a notice to the person', async () => {
    const person = await community.person();
    await claim(person, 'beto');
    const id = await idOf(person);
    expect(await (await decide('confirm', id)).json()).toEqual({ status: 'confirmed' });
    expect((await (await community.request(person, 'GET', '/api/cup')).json()).own).toMatchObject({
      position: 2,
    });
    const acts = await community.db
      .selectFrom('auditLines')
      .select(['act', 'actorId', 'personId', 'detail'])
      .where('subject', '=', id)
      .execute();
    expect(acts).toEqual([
      { act: 'cup.confirm-claim', actorId: admin.id, personId: person.id, detail: { username: 'beto' } },
    ]);
    // The row's activity makes a streak day.
    const detail = { reason: null, earned: 5, ofStreak: 5 };
    expect(await noticesOf(community, person)).toEqual([
      { kind: 'cup.claim-confirmed', detail, link: '/ranking' },
    ]);
    expect(await waiting()).toEqual([]);
    expect(await waiting('confirmed')).toMatchObject([{ id, username: 'beto' }]);
  });

  it('tells every open board of a row whose name an alias hides, and of another its person and the administrators', async () => {
    const [person, hidden] = [await community.person(), await community.person()];
    const other = await community.person({ role: 'admin' });
    await community.request(hidden, 'PUT', '/api/cup/visibility', { hidden: true });
    const audience = async () =>
      (
        await community.db
          .selectFrom('events')
          .select('audience')
          .where('kind', '=', 'cup.changed')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
      ).audience;
    await claim(person, 'ana.r');
    await claim(hidden, 'beto');
    await decide('confirm', await idOf(person));
    // Another one has the list of claims open too.
    const told = expect.arrayContaining([person.id, admin.id, other.id]);
    expect(await audience()).toEqual(told);
    expect(await audience()).not.toContain(hidden.id);
    await decide('confirm', await idOf(hidden));
    expect(await audience()).toBeNull();
    await decide('revoke', await idOf(person), { reason: 'No es suya.' });
    await claim(person, 'ana.r');
    await community.request(person, 'DELETE', '/api/cup/claims/own');
    expect(await audience()).toEqual(told);
    await community.db.deleteFrom('userRoles').where('userId', '=', other.id).execute();
  });

  it('rejects it with a reason, after which the person may claim again', async () => {
    const person = await community.person();
    await claim(person, 'beto');
    const id = await idOf(person);
    expect((await decide('reject', id, { reason: 'No coincide el salón.' })).status).toBe(200);
    await expect(decide('confirm', id)).toBeRefused(claimDecided);
    const own = await (await community.request(person, 'GET', '/api/cup/own')).json();
    expect(own.claim).toMatchObject({ status: 'rejected' });
    expect((await claim(person, 'ana.r')).status).toBe(200);
  });

  it('can revoke a confirmed claim', async () => {
    const person = await community.person();
    await claim(person, 'beto');
    const id = await idOf(person);
    await expect(decide('revoke', id)).toBeRefused(claimDecided);
    await decide('confirm', id);
    await expect(decide('reject', id)).toBeRefused(claimDecided);
    expect((await decide('revoke', id)).status).toBe(200);
    expect((await (await community.request(person, 'GET', '/api/cup')).json()).own).toBeNull();
  });

  it('cannot decide their own claim', async () => {
    const organiser = await community.person({ role: 'admin' });
    await claim(organiser, 'beto');
    const id = await idOf(organiser);
    for (const verb of ['confirm', 'reject']) {
      await expect(decide(verb, id, {}, organiser)).toBeRefused(ownClaim);
    }
    expect((await decide('confirm', id)).status).toBe(200);
  });

  it('reads waiting claims page by page, the oldest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 25; n++) {
      const person = await community.person();
      await claim(person, n % 2 ? 'ana.r' : 'beto');
      ids.push(await idOf(person));
    }
    const first = await (await community.request(admin, 'GET', '/api/cup/claims')).json();
    const second = await (
      await community.request(admin, 'GET', `/api/cup/claims?cursor=${first.nextCursor}`)
    ).json();
    expect([...first.items, ...second.items].map(({ id }: ManagedClaim) => id)).toEqual(ids);
    expect([first.items.length, second.nextCursor]).toEqual([20, null]);
    expect((await community.request(admin, 'GET', '/api/cup/claims?cursor=nonsense')).status).toBe(400);
  });
});

/**
 * Several claims to one row, confirmed at the same time by as many administrators: the owners and the answers. Each has
 * confirmed its claim, or waits for one that has, before the first writes its line in the audit log.
 */
async function confirmAll(there: Community) {
  const username = `row-${crypto.randomUUID()}`;
  const claims = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const { id: userId } = await there.person();
      const values = { userId, username };
      return there.db.insertInto('cupClaims').values(values).returning('id').executeTakeFirstOrThrow();
    }),
  );
  const contexts = await Promise.all(
    claims.map(async () => there.ctxFor(await there.person({ role: 'admin' }))),
  );
  const settled = await raceForTable(there.db, 'auditLog', () =>
    claims.map(({ id }, n) => decideCupClaim(contexts[n] as Ctx, id, { verb: 'confirm' })),
  );
  const owners = await there.db
    .selectFrom('cupClaims')
    .select('userId')
    .where('username', '=', username)
    .where('status', '=', 'confirmed')
    .execute();
  return {
    owners: owners.length,
    outcomes: settled.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).sort(),
  };
}

it('a cup row gets one owner when several claims to it are confirmed at the same time', async () => {
  expect(await confirmAll(community)).toEqual({
    owners: 1,
    outcomes: ['cup/row-taken', 'cup/row-taken', 'cup/row-taken', 'done'],
  });
});

it('the control: without the unique index a cup row gets several owners', async () => {
  expect((await confirmAll(unguarded)).owners).toBe(4);
});

/**
 * One claim confirmed and rejected at the same time: how many of the two calls succeed. Both have read the claim, or
 * wait for its lock, before one writes its line in the audit log.
 */
async function confirmAndReject(prepare = (ctx: Ctx) => ctx): Promise<number> {
  const { id: userId } = await community.person();
  const { id } = await community.db
    .insertInto('cupClaims')
    .values({ userId, username: `row-${crypto.randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [one, other] = await Promise.all(
    [1, 2].map(async () => prepare(await community.ctxFor(await community.person({ role: 'admin' })))),
  );
  const settled = await raceForTable(community.db, 'auditLog', () => [
    decideCupClaim(one as Ctx, id, { verb: 'confirm' }),
    decideCupClaim(other as Ctx, id, { verb: 'reject' }),
  ]);
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

it('one of two administrators who confirm and reject a claim at the same time succeeds', async () => {
  expect(await confirmAndReject()).toBe(1);
});

it('the control: without the row lock both administrators succeed', async () => {
  expect(await confirmAndReject(withoutRowLocks)).toBe(2);
});
