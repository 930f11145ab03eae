import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceBehind, raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { publishBoard } from '../../../testing/rows/publish-board.ts';
import {
  claimDecided,
  claimExists,
  listCup,
  listCupClaims,
  previewCupImport,
  readOwnCup,
  rowTaken,
  secondRow,
} from '../contract.ts';
import { hideCupName, showCupName } from '../hide-cup-name.ts';
import { decideCupClaim } from './decide-cup-claim.ts';

let community: Community;
let unguarded: Community;
let admin: Person;
const inDecember = new Date('2026-12-02T12:00:00Z');
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
  unguarded = await newCommunity({ poolSize: 20, withoutGuards: 'drop index one_owner_a_row' });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => Promise.all([community.close(), unguarded.close()]));
beforeEach(async () => {
  community.setNow(inDecember);
  for (const table of ['cupPrizes', 'cupSeasons', 'cupPractice', 'cupHiddenNames'] as const)
    await community.db.deleteFrom(table).execute();
  await community.db.deleteFrom('cupClaims').execute();
  await community.db.deleteFrom('cupBoards').execute();
});

const header = 'Full name,Username,Email,Language,Total XP';
const publish = async (season: string, lines: string[]) =>
  publishBoard(await community.ctxFor(admin), [header, ...lines], season);
const claim = (who: Person, username: string) =>
  community.request(who, 'POST', '/api/cup/claims', { username });
const decide = (verb: string, id: string, body: unknown = {}) =>
  community.request(admin, 'POST', `/api/cup/claims/${id}/${verb}`, body);
const claims = async (status: string) =>
  (await answerOf(community.request(admin, 'GET', `/api/cup/claims?status=${status}`), listCupClaims)).items;
const ownCup = (who: Person) => answerOf(community.request(who, 'GET', '/api/cup/own'), readOwnCup);
const board = (who: Person | null, season = '') =>
  answerOf(community.request(who, 'GET', `/api/cup${season && `?season=${season}`}`), listCup);
const namesOn = async (season: string) => (await board(null, season)).items.map(({ name }) => name);
const confirmed = (where: Community, { id: userId }: Person, username: string) =>
  where.db
    .insertInto('cupClaims')
    .values({ userId, username, status: 'confirmed', decidedAt: inDecember })
    .execute();
const prove = ({ id }: Person) =>
  community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute();

/** A member whose claim to the user name of October is confirmed, and whom the file of November has as `anita26`. */
async function renamed(person: Parameters<Community['person']>[0] = {}, { address = true } = {}) {
  const ana = await community.person(person);
  await prove(ana);
  await publish('2026-10', ['Ana Ruiz,ana,,English,20']);
  await claim(ana, 'ana');
  await decide('confirm', (await claims('pending'))[0]!.id);
  const boardId = await publish('2026-11', [
    `Ana Ruiz,anita26,${address ? ana.email : ''},English,30`,
    'Beto Paz,beto,,English,10',
  ]);
  return { ana, boardId };
}
const close = (boardId: string) =>
  community.request(admin, 'POST', '/api/cup/seasons/2026-11/close', { boardId });

describe('a member whose user name changed', () => {
  it('claims the new one, while the old one stays theirs, and keeps what each earned once it is confirmed', async () => {
    const { ana, boardId } = await renamed();
    expect(await ownCup(ana)).toMatchObject({
      confirmed: 'ana',
      allowed: { claim: null },
      suggestion: 'anita26',
    });
    expect((await board(ana)).own).toMatchObject({ own: true, allowed: { claim: null } });
    await claim(ana, 'anita26');
    expect(await ownCup(ana)).toMatchObject({
      claim: { username: 'anita26', status: 'pending' },
      confirmed: 'ana',
      allowed: { claim: claimExists.code },
    });
    expect(await claims('pending')).toMatchObject([{ username: 'anita26', otherNames: ['ana'] }]);
    expect(await claims('confirmed')).toMatchObject([{ username: 'ana', otherNames: [] }]);
    expect(await (await close(boardId)).json()).toMatchObject({ waiting: { count: 2 } });
    const [change] = await claims('pending');
    expect((await decide('confirm', change!.id)).status).toBe(200);
    const prizes = await community.db
      .selectFrom('cupPrizes')
      .select(['place', 'status', 'userId'])
      .orderBy('place')
      .execute();
    expect(prizes).toEqual([
      { place: 1, status: 'paid', userId: ana.id },
      { place: 2, status: 'waiting', userId: null },
    ]);
    const practice = await community.db
      .selectFrom('cupPractice')
      .select(['season', 'username'])
      .where('userId', '=', ana.id)
      .orderBy('season')
      .execute();
    expect(practice).toEqual([
      { season: '2026-10-01', username: 'ana' },
      { season: '2026-11-01', username: 'anita26' },
    ]);
    expect((await noticesOf(community, ana)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['cup.claim-confirmed', 'cup.prize-paid']),
    );
    expect(await ownCup(ana)).toMatchObject({ confirmed: 'anita26', allowed: { claim: claimExists.code } });
    for (const season of ['2026-10', '2026-11'])
      expect((await board(ana, season)).own).toMatchObject({ own: true });
  });

  it('keeps the old user name where the new one is rejected or withdrawn, and may claim again', async () => {
    const { ana } = await renamed();
    await claim(ana, 'anita26');
    expect(
      (await answerOf(community.request(ana, 'DELETE', '/api/cup/claims/own'), readOwnCup)).claim,
    ).toMatchObject({ username: 'ana', status: 'confirmed' });
    await claim(ana, 'anita26');
    await decide('reject', (await claims('pending'))[0]!.id);
    expect(await ownCup(ana)).toMatchObject({
      claim: { status: 'rejected' },
      confirmed: 'ana',
      allowed: { claim: null },
    });
    expect((await board(ana, '2026-10')).own).toMatchObject({ own: true });
    expect((await claim(ana, 'anita26')).status).toBe(200);
  });

  it('loses the practice of the new one alone where that is revoked', async () => {
    const { ana } = await renamed();
    await claim(ana, 'anita26');
    const { id } = (await claims('pending'))[0]!;
    await decide('confirm', id);
    await decide('revoke', id);
    await expect(decide('revoke', id)).toBeRefused(claimDecided);
    expect(
      await community.db.selectFrom('cupPractice').select('username').where('userId', '=', ana.id).execute(),
    ).toEqual([{ username: 'ana' }]);
  });

  it('is told at the close of the month that a prize waits for the new one', async () => {
    const { ana, boardId } = await renamed();
    await close(boardId);
    const kinds = (await noticesOf(community, ana)).map(({ kind }) => kind);
    expect(kinds).toContain('cup.prize-waits');
  });

  it('is told of no prize of a row beside their own', async () => {
    const ana = await community.person();
    await prove(ana);
    await confirmed(community, ana, 'ana');
    const boardId = await publish('2026-11', [
      'Ana Ruiz,ana,,English,20',
      `Ana Dos,dos,${ana.email},English,30`,
    ]);
    await close(boardId);
    expect((await noticesOf(community, ana)).map(({ kind }) => kind)).not.toContain('cup.prize-waits');
  });

  it('has an alias again as a kid once the new one is confirmed, and keeps that of the old one', async () => {
    const { ana } = await renamed({ ageGroup: 'kid' }, { address: false });
    expect(await namesOn('2026-11')).toContain('Ana R.');
    await claim(ana, 'anita26');
    await decide('confirm', (await claims('pending'))[0]!.id);
    for (const season of ['2026-10', '2026-11']) expect(await namesOn(season)).not.toContain('Ana R.');
  });

  it('stays without a name that administrators hid, until they show it on every board', async () => {
    const { ana } = await renamed({}, { address: false });
    const ctx = await community.ctxFor(admin);
    const old = (await board(ana, '2026-10')).own!.id;
    await hideCupName(ctx, old, 'Insulta');
    expect(await namesOn('2026-11')).toContain('Ana R.');
    await claim(ana, 'anita26');
    await decide('confirm', (await claims('pending'))[0]!.id);
    for (const season of ['2026-10', '2026-11']) expect(await namesOn(season)).not.toContain('Ana R.');
    await showCupName(ctx, old);
    for (const season of ['2026-10', '2026-11']) expect(await namesOn(season)).toContain('Ana R.');
  });

  /** An administrator hides the old user name while the claim to the new one is confirmed, but not committed. */
  async function hideMeanwhile(
    hide: (ctx: Ctx, old: string, confirm: (ctx: Ctx) => Promise<unknown>) => unknown,
  ) {
    const { ana } = await renamed({}, { address: false });
    const ctx = await community.ctxFor(admin);
    const old = (await board(ana, '2026-10')).own!.id;
    await claim(ana, 'anita26');
    const { id } = (await claims('pending'))[0]!;
    await hide(ctx, old, (inside) => decideCupClaim(inside, id, { verb: 'confirm' }));
    return namesOn('2026-11');
  }

  it('stays without a name that administrators hide while the new one is confirmed', async () => {
    const names = await hideMeanwhile((ctx, old, confirm) =>
      raceBehind(ctx, confirm, () => [hideCupName(ctx, old, 'Insulta')]),
    );
    expect(names).not.toContain('Ana R.');
  });

  it('the control: without the lock of the claims the new one shows the name', async () => {
    const names = await hideMeanwhile((ctx, old, confirm) =>
      inTransaction(ctx, async (inside) => {
        await confirm(inside);
        await hideCupName(withoutRowLocks(ctx), old, 'Insulta');
      }),
    );
    expect(names).toContain('Ana R.');
  });
});

describe('a claim to another user name', () => {
  it('is refused for one that has an owner, and for one that stands beside the own one on a board', async () => {
    const { ana } = await renamed();
    const beto = await community.person();
    await confirmed(community, beto, 'beto');
    await expect(claim(ana, 'beto')).toBeRefused(rowTaken);
    await expect(claim(beto, 'anita26')).toBeRefused(claimExists);
    // The live board has one of the two user names, an earlier one both.
    await publish('2026-12', ['Beto Dos,dos,,English,5']);
    await publish('2026-12', ['Beto Paz,beto,,English,9', 'Beto Dos,dos,,English,5']);
    await publish('2026-12', ['Beto Dos,dos,,English,5']);
    await expect(claim(beto, 'dos')).toBeRefused(claimExists);
    expect((await ownCup(beto)).allowed.claim).toBeNull();
  });

  it('is not confirmed once a board has both user names', async () => {
    const { ana } = await renamed();
    await claim(ana, 'anita26');
    await publish('2026-12', ['Ana Ruiz,ana,,English,9', 'Ana Ruiz,anita26,,English,5']);
    await expect(decide('confirm', (await claims('pending'))[0]!.id)).toBeRefused(secondRow);
  });

  it('is refused while another one waits', async () => {
    const { ana } = await renamed();
    await claim(ana, 'anita26');
    await expect(claim(ana, 'beto')).toBeRefused(claimExists);
    expect(await claims('pending')).toHaveLength(1);
  });
});

/** Two members whose user names changed and who claim one new name, confirmed at the same time. */
async function confirmBoth(where: Community) {
  const username = `row-${crypto.randomUUID()}`;
  const changes = await Promise.all(
    ['one', 'two'].map(async (old) => {
      const person = await where.person();
      await confirmed(where, person, `${old}-${username}`);
      const ctx = await where.ctxFor(await where.person({ role: 'admin' }));
      const change = where.db.insertInto('cupClaims').values({ userId: person.id, username });
      return { ctx, id: (await change.returning('id').executeTakeFirstOrThrow()).id };
    }),
  );
  const settled = await raceForTable(where.db, 'auditLog', () =>
    changes.map(({ ctx, id }) => decideCupClaim(ctx, id, { verb: 'confirm' })),
  );
  return settled.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).sort();
}

it('a new user name gets one owner when the claims of two members are confirmed at the same time', async () => {
  expect(await confirmBoth(community)).toEqual([rowTaken.code, 'done']);
});

it('the control: without the unique index a new user name gets two owners', async () => {
  expect(await confirmBoth(unguarded)).toEqual(['done', 'done']);
});

it('the preview of an import names a kid whose confirmed user name the new file lacks', async () => {
  const kid = await community.person({ ageGroup: 'kid' });
  const adult = await community.person();
  await publish('2026-11', ['Ana Ruiz,ana,,English,20', 'Beto Paz,beto,,English,10']);
  await confirmed(community, kid, 'Ana');
  await confirmed(community, adult, 'beto');
  const leftOut = async (line: string) => {
    const bytes = new TextEncoder().encode(`${header}\n${line}`);
    const type = { 'content-type': 'text/csv' };
    const sent = community.request(admin, 'POST', '/api/cup/imports?season=2026-12', bytes, type);
    return (await answerOf(sent, previewCupImport)).kidsLeftOut;
  };
  expect(await leftOut('Ana Ruiz,anita26,,English,30')).toEqual({ count: 1, usernames: ['ana'] });
  expect(await leftOut('Ana Ruiz,ANA,,English,30')).toEqual({ count: 0, usernames: [] });
  expect(await leftOut(`Ana Ruiz,anita26,${kid.email},English,30`)).toEqual({ count: 0, usernames: [] });
});
