import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceAfterReading } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { publishBoard } from '../../../testing/rows/publish-board.ts';
import { decideCupClaim } from '../claims/decide-cup-claim.ts';
import { boardChanged, previewCupClosing, seasonClosed, seasonRunning } from '../contract.ts';
import { cupInvariants } from '../cup-invariants.ts';
import { commitCupImport } from '../import/commit-cup-import.ts';
import { previewCupImport } from '../import/preview-cup-import.ts';
import { closeCupSeason } from './close-cup-season.ts';

let community: Community;
let unguarded: Community;
let admin: Person;
const inNovember = new Date('2026-11-02T12:00:00Z');
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
  // Without the constraints that let a month close once: the locks alone are left.
  unguarded = await newCommunity({
    poolSize: 20,
    withoutGuards: `
      alter table cup_prizes drop constraint cup_prizes_season_fkey;
      alter table cup_seasons drop constraint season_closes_once, drop constraint cup_seasons_board_id_key;
      alter table cup_prizes drop constraint one_prize_a_place, drop constraint one_prize_a_row`,
  });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => Promise.all([community.close(), unguarded.close()]));
beforeEach(async () => {
  community.setNow(inNovember);
  unguarded.setNow(inNovember);
  for (const { db } of [community, unguarded]) {
    await db.deleteFrom('cupPrizes').execute();
    await db.deleteFrom('cupSeasons').execute();
    await db.deleteFrom('cupReviews').execute();
    await db.deleteFrom('cupPractice').execute();
    await db.deleteFrom('cupClaims').execute();
    await db.deleteFrom('cupBoards').execute();
  }
});

const header = 'Full name,Username,Email,Language,Total XP,Time Spent Learning';
const four = [
  'Ana Ruiz,ana,ana@example.org,English,400,10h 0m',
  'Beto Paz,beto,,English,300,10h 0m',
  'Caro Gil,caro,,English,200,10h 0m',
  'Dani Sol,dani,,English,100,10h 0m',
];

const publish = async (lines: string[], season = '2026-10', on = admin, where = community) =>
  publishBoard(await where.ctxFor(on), [header, ...lines], season);

/** A confirmed claim of a new person. */
async function claimedBy(username: string, where = community, status: 'confirmed' | 'pending' = 'confirmed') {
  const person = await where.person();
  const decided = { decidedAt: new Date(), decidedBy: person.id };
  const { id } = await where.db
    .insertInto('cupClaims')
    .values({ userId: person.id, username, status, ...(status === 'confirmed' && decided) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...person, claimId: id };
}

const close = (boardId: string, season = '2026-10') =>
  community.request(admin, 'POST', `/api/cup/seasons/${season}/close`, { boardId });
const balanceOf = async ({ id }: { id: string }, where = community) =>
  (await where.db.selectFrom('wallets').select('balance').where('userId', '=', id).executeTakeFirstOrThrow())
    .balance;
const prizesOf = async (season = '2026-10', where = community) =>
  (
    await where.db
      .selectFrom('cupPrizes')
      .select(['language', 'place', 'coins', 'status'])
      .where('season', '=', `${season}-01`)
      .orderBy('language')
      .orderBy('place')
      .execute()
  ).map(({ language, place, coins, status }) => `${language} ${place} ${coins} ${status}`);
const bonus = 50;
/** The activity of a claimed row is a day of practice. */
const streakDay = 5;

describe('closing a season', () => {
  it('pays the claimed winners at once, keeps the other prizes for their claims, tells and audits', async () => {
    const board = await publish([...four, 'Eva Luz,eva,,French,50,1h 0m']);
    const [beto, eva] = [await claimedBy('BETO'), await claimedBy('eva')];
    const answer = await close(board);
    expect(await answer.json()).toEqual({
      season: '2026-10',
      closedAt: inNovember.toISOString(),
      paid: { count: 2, coins: 800 },
      waiting: { count: 2, coins: 700 },
    });
    expect(await prizesOf()).toEqual([
      'en 1 500 waiting',
      'en 2 300 paid',
      'en 3 200 waiting',
      'fr 1 500 paid',
    ]);
    expect([await balanceOf(beto), await balanceOf(eva)]).toEqual([bonus + 300, bonus + 500]);
    const movement = await community.db
      .selectFrom('sumicoinsLedger')
      .select(['transactionType', 'description', 'cause'])
      .where('userId', '=', beto.id)
      .orderBy('sequence', 'desc')
      .executeTakeFirst();
    expect(movement).toEqual({
      transactionType: 'duolingo_reward',
      description: 'cup-prize:2026-10:en:2',
      cause: 'cup:2026-10:en:2',
    });
    expect(await noticesOf(community, beto, 'cup.prize%')).toEqual([
      {
        kind: 'cup.prize-paid',
        detail: { season: '2026-10', language: 'en', place: 2, coins: 300 },
        link: '/ranking?season=2026-10',
      },
    ]);
    const act = await community.db
      .selectFrom('auditLog')
      .select(['actorId', 'detail'])
      .where('act', '=', 'cup.close-season')
      .executeTakeFirst();
    expect(act).toMatchObject({
      actorId: admin.id,
      detail: { season: '2026-10', winners: 4, coinsPaid: 800, coinsWaiting: 700, rowsHeld: 0 },
    });
    expect(await findBroken(community.db, cupInvariants)).toEqual([]);
  });

  it('gives ties to the longer streak and then to the name', async () => {
    const lines = [
      'Zoe,zoe,English,100,9',
      'Ana,ana,English,100,9',
      'Max,max,English,100,20',
      'Ule,ule,English,100,1',
    ];
    const boardId = await publishBoard(
      await community.ctxFor(admin),
      ['Full name,Username,Language,Total XP,Streak', ...lines],
      '2026-10',
    );
    await close(boardId);
    const winners = await (await community.request(null, 'GET', '/api/cup/seasons/2026-10/winners')).json();
    expect(winners.items.map(({ name }: { name: string }) => name)).toEqual(['M.', 'A.', 'Z.']);
  });

  it('names in its preview the owner of a row whose small letters JavaScript makes otherwise', async () => {
    await publish(['Ana Ruiz,ΑΝΑΣ,,English,400,10h 0m']);
    const { name } = await claimedBy('ανασ');
    const answer = await community.request(admin, 'GET', '/api/cup/seasons/2026-10/closing');
    expect(await answer.json()).toMatchObject({ winners: [{ username: 'ΑΝΑΣ', claimedBy: name }] });
  });

  it('is refused before the month is over, for another board than previewed, and for a month without one', async () => {
    const board = await publish(four);
    community.setNow(new Date('2026-11-01T05:59:59Z'));
    await expect(close(board)).toBeRefused(seasonRunning);
    community.setNow(inNovember);
    const corrected = await publish(four.slice(1));
    await expect(close(board)).toBeRefused(boardChanged);
    await expect(close(corrected, '2026-09')).toBeRefused(commonRefusals.notFound);
    expect(await prizesOf()).toEqual([]);
  });

  it('changes nothing when it is asked again, and answers the same', async () => {
    const board = await publish(four);
    const ana = await claimedBy('ana');
    const first = await (await close(board)).json();
    community.setNow(new Date('2026-11-09T12:00:00Z'));
    expect(await (await close(board)).json()).toEqual(first);
    expect(await balanceOf(ana)).toBe(bonus + 500);
    expect(await noticesOf(community, ana, 'cup.prize%')).toHaveLength(1);
  });

  it('pays by the prizes that administrators set', async () => {
    const board = await publish(four);
    const ana = await claimedBy('ana');
    const settings = { prizes: [70, 0, 0], mostXpPerMinute: 60, fewestParticipants: 1 };
    const before = { prizes: [500, 300, 200], mostXpPerMinute: 60, fewestParticipants: 1 };
    expect((await community.request(admin, 'PUT', '/api/cup/settings', settings)).status).toBe(200);
    await close(board);
    expect(await prizesOf()).toEqual(['en 1 70 paid']);
    expect(await balanceOf(ana)).toBe(bonus + 70);
    expect((await community.request(admin, 'PUT', '/api/cup/settings', before)).status).toBe(200);
  });

  it('leaves out held rows until an administrator releases them', async () => {
    const fast = 'Flash Ruiz,Flash,,English,9000,0h 30m';
    const board = await publish([...four, fast]);
    const held = async () =>
      (await (await community.request(admin, 'GET', '/api/cup/seasons/2026-10/held')).json()).items;
    expect(await held()).toMatchObject([
      { username: 'Flash', xpPerMinute: 300, held: true, byHand: false, position: 1 },
    ]);
    const preview = () =>
      answerOf(community.request(admin, 'GET', '/api/cup/seasons/2026-10/closing'), previewCupClosing);
    expect(await preview()).toMatchObject({ held: 1, boardId: board, allowed: { close: null } });
    expect((await preview()).winners.map(({ username }) => username)).toEqual(['ana', 'beto', 'caro']);
    const release = (released: boolean) =>
      community.request(admin, 'PUT', '/api/cup/seasons/2026-10/hold', {
        username: 'flash',
        held: !released,
      });
    expect((await release(true)).status).toBe(200);
    expect(await held()).toMatchObject([{ held: false }]);
    expect((await preview()).winners.map(({ username }) => username)).toEqual(['Flash', 'ana', 'beto']);
    // A new import of the month keeps the release.
    const again = await publish([...four, fast]);
    expect((await preview()).winners[0]).toMatchObject({ username: 'Flash' });
    expect((await release(false)).status).toBe(200);
    expect((await preview()).held).toBe(1);
    await close(again);
    expect(await prizesOf()).toHaveLength(3);
    await expect(release(true)).toBeRefused(seasonClosed);
  });
});

describe('a prize that waits', () => {
  it('is paid when the claim of its row is confirmed, once', async () => {
    const board = await publish(four);
    await close(board);
    const ana = await claimedBy('ana', community, 'pending');
    const confirm = () => community.request(admin, 'POST', `/api/cup/claims/${ana.claimId}/confirm`, {});
    expect((await confirm()).status).toBe(200);
    expect(await balanceOf(ana)).toBe(bonus + 500 + streakDay);
    expect(await prizesOf()).toEqual(['en 1 500 paid', 'en 2 300 waiting', 'en 3 200 waiting']);
    // The claim is revoked and another person claims the row: the prize was paid already.
    await community.request(admin, 'POST', `/api/cup/claims/${ana.claimId}/revoke`, {});
    const other = await claimedBy('ana', community, 'pending');
    await community.request(admin, 'POST', `/api/cup/claims/${other.claimId}/confirm`, {});
    expect([await balanceOf(ana), await balanceOf(other)]).toEqual([bonus + 500, bonus + streakDay]);
  });

  it('is announced to the person whose verified e-mail is that of the row', async () => {
    const [ana, beto] = [await community.person(), await community.person()];
    await community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', ana.id).execute();
    const lines = [
      `Ana Ruiz,ana,${ana.email},English,9,1h 0m`,
      `Beto Paz,beto,${beto.email},English,8,1h 0m`,
    ];
    await close(await publish(lines));
    expect(await noticesOf(community, ana, 'cup.prize%')).toMatchObject([
      { kind: 'cup.prize-waits', detail: { language: 'en', coins: 500 } },
    ]);
    expect(await noticesOf(community, beto, 'cup.prize%')).toEqual([]);
  });
});

describe('a closed season', () => {
  it('keeps its board: neither an import nor an earlier board of that month takes its place', async () => {
    const first = await publish(four);
    const second = await publish(four.slice(1));
    const ctx = await community.ctxFor(admin);
    const bytes = new TextEncoder().encode([header, ...four].join('\n'));
    const draft = await previewCupImport(ctx, { season: '2026-10', readFile: async () => bytes });
    await close(second);
    await expect(commitCupImport(ctx, draft.boardId)).toBeRefused(seasonClosed);
    await expect(previewCupImport(ctx, { season: '2026-10', readFile: async () => bytes })).toBeRefused(
      seasonClosed,
    );
    const putBack = (id: string) => community.request(admin, 'POST', `/api/cup/boards/${id}/put-back`);
    await expect(putBack(first)).toBeRefused(seasonClosed);
    await publish(four, '2026-11');
    expect((await putBack(second)).status).toBe(200);
  });

  it('is open to every visitor, with its board, its winners and what became of their prizes', async () => {
    const board = await publish(four);
    const kid = await claimedBy('ana');
    await claimedBy('caro');
    await community.db
      .updateTable('profiles')
      .set({ ageGroup: 'kid' })
      .where('userId', '=', kid.id)
      .execute();
    await close(board);
    await publish(['Nueva Paz,nueva,,English,1,1h 0m'], '2026-11');
    const get = async (path: string, who: Person | null = null) =>
      (await community.request(who, 'GET', path)).json();
    expect(await get('/api/cup/seasons')).toEqual({
      items: [
        { season: '2026-11', rows: 1, closedAt: null },
        { season: '2026-10', rows: 4, closedAt: inNovember.toISOString() },
      ],
      settings: { prizes: [500, 300, 200], mostXpPerMinute: 60, fewestParticipants: 1 },
    });
    const past = await get('/api/cup?season=2026-10');
    expect(past).toMatchObject({ season: '2026-10', total: 4 });
    expect(past.items.map(({ totalExp }: { totalExp: number }) => totalExp)).toEqual([400, 300, 200, 100]);
    const winners = await get('/api/cup/seasons/2026-10/winners', kid);
    expect(winners.items).toMatchObject([
      { place: 1, language: 'en', own: true, coins: 500, status: 'paid' },
      { place: 2, name: 'Beto P.', alias: null, own: false, coins: 300, status: 'waiting' },
      { place: 3, name: 'Caro G.', own: false, coins: 200, status: 'paid' },
    ]);
    // A kid has an alias here too.
    expect(winners.items[0].alias).not.toBeNull();
    expect(JSON.stringify([past, winners])).not.toMatch(/Ruiz|example\.org|"ana"/);
    expect(await get('/api/cup/seasons/2026-11/winners')).toEqual({ closedAt: null, items: [] });
  });
});

/**
 * Two closings at once, which have both looked for an earlier one: how often the winner was told, and what they have.
 */
async function closeTwice(where: Community, given = (ctx: Ctx) => ctx) {
  const by = await where.person({ role: 'admin' });
  const boardId = await publish(four, '2026-10', by, where);
  const ana = await claimedBy('ana', where);
  const close = (ctx: Ctx) => closeCupSeason(given(ctx), { season: '2026-10', boardId });
  const attempts = await raceAfterReading(await where.ctxFor(by), 'cupSeasons', [close, close]);
  const outcomes = attempts.map(({ status }) => status);
  return {
    outcomes,
    notices: (await noticesOf(where, ana, 'cup.prize%')).length,
    balance: await balanceOf(ana, where),
  };
}

const once = { outcomes: ['fulfilled', 'fulfilled'], notices: 1, balance: bonus + 500 };

describe('two closings at once', () => {
  it('pay once and tell once', async () => {
    expect(await closeTwice(community)).toEqual(once);
    expect(await prizesOf()).toEqual(['en 1 500 paid', 'en 2 300 waiting', 'en 3 200 waiting']);
  });

  it('pay once and tell once by the lock alone, without the constraints', async () => {
    expect(await closeTwice(unguarded)).toEqual(once);
  });

  it('the control: without the lock and the constraints there are two sets of prizes', async () => {
    await closeTwice(unguarded, withoutRowLocks);
    expect(await prizesOf('2026-10', unguarded)).toHaveLength(6);
  });
});

/** A claim is confirmed while its month is closed: both have looked for prizes to pay. Whether the prize was paid. */
async function confirmWhileClosing(where: Community, given = (ctx: Ctx) => ctx): Promise<boolean> {
  const by = await where.person({ role: 'admin' });
  const board = await publish(four, '2026-10', by, where);
  const ana = await claimedBy('ana', where, 'pending');
  const outcomes = await raceAfterReading<unknown>(await where.ctxFor(by), 'cupPrizes', [
    (ctx) => closeCupSeason(given(ctx), { season: '2026-10', boardId: board }),
    (ctx) => decideCupClaim(given(ctx), ana.claimId, { verb: 'confirm' }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  return (await balanceOf(ana, where)) === bonus + 500 + streakDay;
}

it('a claim that is confirmed while its month is closed is paid', async () => {
  expect(await confirmWhileClosing(community)).toBe(true);
});

it('the control: without the locks a prize is left unpaid although its row has an owner', async () => {
  const unlocked = await newCommunity({ untrueRows: 'a prize waits although its row has an owner' });
  unlocked.setNow(inNovember);
  expect(await confirmWhileClosing(unlocked, withoutRowLocks)).toBe(false);
  await unlocked.close();
});
