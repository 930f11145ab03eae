import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { publishBoard } from '../../../testing/rows/publish-board.ts';
import { type ManagedClaim, noSuchRow } from '../contract.ts';
import { eraseFromCup } from '../erase-from-cup.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
beforeEach(async () => {
  community.setNow(new Date('2026-11-02T12:00:00Z'));
  await community.db.deleteFrom('cupPrizes').execute();
  await community.db.deleteFrom('cupSeasons').execute();
  await community.db.deleteFrom('cupPractice').execute();
  await community.db.deleteFrom('cupClaims').execute();
  await community.db.deleteFrom('cupBoards').execute();
});

const four = [
  'Ana Ruiz,ana,ana@example.org,English,400,10h 0m',
  'Beto Paz,beto,,English,300,10h 0m',
  'Caro Gil,caro,,English,200,10h 0m',
  'Dani Sol,dani,,English,100,10h 0m',
];

/** Publishes the board of a month and closes it. */
async function close(lines: string[], season = '2026-10') {
  const boardId = await publish(lines, season);
  await community.request(admin, 'POST', `/api/cup/seasons/${season}/close`, { boardId });
}
const publish = async (lines: string[], season: string) =>
  publishBoard(
    await community.ctxFor(admin),
    ['Full name,Username,Email,Language,Total XP,Time Spent Learning', ...lines],
    season,
  );
/** Closes the month after that of the prizes. */
async function closeNovember() {
  community.setNow(new Date('2026-12-02T12:00:00Z'));
  await close(['Eva Luz,eva,,English,10,1h 0m'], '2026-11');
}

/** A claim of a new person that waits. */
async function claimed(username: string) {
  const person = await community.person();
  const { id } = await community.db
    .insertInto('cupClaims')
    .values({ userId: person.id, username })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...person, claimId: id };
}
const decide = (verb: 'confirm' | 'reject', { claimId }: { claimId: string }) =>
  community.request(admin, 'POST', `/api/cup/claims/${claimId}/${verb}`, {});
const prove = ({ id }: Person) =>
  community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute();

const prizes = async () =>
  (
    await community.db
      .selectFrom('cupPrizes')
      .select(['place', 'status'])
      .where('season', '=', '2026-10-01')
      .orderBy('place')
      .execute()
  ).map(({ place, status }) => `${place} ${status}`);
const balanceOf = async ({ id }: Person) =>
  (
    await community.db
      .selectFrom('wallets')
      .select('balance')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
  ).balance;
const bonus = 50;

describe('a prize that waits', () => {
  it('lapses when a later month is closed, and a claim brings nothing after that', async () => {
    await close(four);
    community.setNow(new Date('2026-12-02T12:00:00Z'));
    await publish(['Eva Luz,eva,,English,10,1h 0m'], '2026-11');
    const preview = await community.request(admin, 'GET', '/api/cup/seasons/2026-11/closing');
    expect(await preview.json()).toMatchObject({ lapsing: { count: 3, coins: 1000 } });
    await closeNovember();
    expect(await prizes()).toEqual(['1 lapsed', '2 lapsed', '3 lapsed']);
    const beto = await claimed('beto');
    await decide('confirm', beto);
    expect(await balanceOf(beto)).toBe(bonus);
  });

  it('does not lapse while its claim waits for an administrator; its confirmation pays it', async () => {
    await close(four);
    const ana = await claimed('ANA');
    community.setNow(new Date('2026-12-02T12:00:00Z'));
    await publish(['Eva Luz,eva,,English,10,1h 0m'], '2026-11');
    const preview = await community.request(admin, 'GET', '/api/cup/seasons/2026-11/closing');
    expect(await preview.json()).toMatchObject({
      lapsing: { count: 2, coins: 500 },
      undecided: { count: 1, coins: 500 },
    });
    await closeNovember();
    expect(await prizes()).toEqual(['1 waiting', '2 lapsed', '3 lapsed']);
    await decide('confirm', ana);
    expect(await prizes()).toEqual(['1 paid', '2 lapsed', '3 lapsed']);
    expect(await balanceOf(ana)).toBe(bonus + 500);
  });

  it('lapses with the last claim it waited for, where a later month was closed, and the proved address is told', async () => {
    const owner = await community.person();
    await prove(owner);
    await close([`Ana Ruiz,ana,${owner.email},English,400,10h 0m`, ...four.slice(1, 3)]);
    const [first, second, other] = [await claimed('ana'), await claimed('ana'), await claimed('beto')];
    await decide('reject', await claimed('caro'));
    expect(await prizes()).toEqual(['1 waiting', '2 waiting', '3 waiting']);
    await closeNovember();
    await decide('reject', first);
    expect(await prizes()).toEqual(['1 waiting', '2 waiting', '3 lapsed']);
    await community.request(second, 'DELETE', '/api/cup/claims/own');
    expect(await prizes()).toEqual(['1 lapsed', '2 waiting', '3 lapsed']);
    await decide('reject', other);
    expect(await prizes()).toEqual(['1 lapsed', '2 lapsed', '3 lapsed']);
    expect(await noticesOf(community, owner, 'cup.prize%')).toMatchObject([
      { kind: 'cup.prize-waits' },
      {
        kind: 'cup.prize-lapsed',
        detail: { season: '2026-10', language: 'en', coins: 500 },
        link: '/ranking?season=2026-10',
      },
    ]);
  });

  it('lapses as the account is deleted whose claim alone it waited for, and the proved address is told', async () => {
    const owner = await community.person();
    await prove(owner);
    await close([`Ana Ruiz,ana,${owner.email},English,400,10h 0m`, ...four.slice(1, 3)]);
    const [ana, beto] = [await claimed('ana'), await claimed('beto')];
    await closeNovember();
    expect(await prizes()).toEqual(['1 waiting', '2 waiting', '3 lapsed']);
    await eraseFromCup(await community.ctxFor(), { userId: ana.id, provedEmail: null, image: null });
    expect(await prizes()).toEqual(['1 lapsed', '2 waiting', '3 lapsed']);
    expect((await noticesOf(community, owner, 'cup.prize%')).map(({ kind }) => kind)).toEqual([
      'cup.prize-waits',
      'cup.prize-lapsed',
    ]);
    await decide('confirm', beto);
    expect(await prizes()).toEqual(['1 lapsed', '2 paid', '3 lapsed']);
  });

  it('is suggested to the proved address of its row and claimed by the user name, also after another month went live', async () => {
    const ana = await community.person();
    await prove(ana);
    await close([`Ana Ruiz,ana,${ana.email},English,400,10h 0m`, ...four.slice(1)]);
    await publish(['Eva Luz,eva,,English,10,1h 0m'], '2026-11');
    const own = await (await community.request(ana, 'GET', '/api/cup/own')).json();
    expect(own).toMatchObject({ claim: null, suggestion: 'ana' });
    const claim = (username: string) => community.request(ana, 'POST', '/api/cup/claims', { username });
    // The fourth won nothing.
    await expect(claim('dani')).toBeRefused(noSuchRow);
    expect((await claim('ana')).status).toBe(200);
    expect(await (await community.request(ana, 'GET', '/api/cup/own')).json()).toMatchObject({
      claim: { username: 'ana', status: 'pending' },
    });
  });

  it('shows an administrator its row beside that of the live board, and of no board that is over without a prize', async () => {
    const rowsOf = async (username: string) => {
      await claimed(username);
      const answer = await community.request(admin, 'GET', '/api/cup/claims?status=pending');
      const claim = ((await answer.json()).items as ManagedClaim[]).find((it) => it.username === username);
      return {
        rows: claim?.rows.map(({ season, totalExp }) => `${season} ${totalExp}`),
        match: claim?.emailMatch,
      };
    };
    community.setNow(new Date('2026-09-02T12:00:00Z'));
    await publish(['Ana Ruiz,ana,,English,7,1h 0m', 'Zoe Paz,zoe,,English,6,1h 0m'], '2026-08');
    community.setNow(new Date('2026-10-02T12:00:00Z'));
    await publish(['Zoe Paz,zoe,,English,5,1h 0m'], '2026-09');
    community.setNow(new Date('2026-11-02T12:00:00Z'));
    await close(four);
    await publish(['Ana Ruiz,ana,,English,10,1h 0m', 'Eva Luz,eva,,English,9,1h 0m'], '2026-11');
    expect(await rowsOf('ana')).toEqual({ rows: ['2026-11 10', '2026-10 400'], match: 'none' });
    expect(await rowsOf('beto')).toEqual({ rows: ['2026-10 300'], match: null });
    expect(await rowsOf('eva')).toEqual({ rows: ['2026-11 9'], match: null });
    // Neither live nor a winner: the newest board that has it.
    expect(await rowsOf('dani')).toEqual({ rows: ['2026-10 100'], match: null });
    expect(await rowsOf('zoe')).toEqual({ rows: ['2026-09 5'], match: null });
    expect(await rowsOf('gone')).toEqual({ rows: [], match: null });
  });

  it('is not announced to a person who has a claim', async () => {
    const ana = await claimed('ana');
    await prove(ana);
    await close([`Ana Ruiz,ana,${ana.email},English,9,1h 0m`]);
    expect(await noticesOf(community, ana, 'cup.prize%')).toEqual([]);
  });
});
