import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceAfterReading } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { draftBoard, publishBoard } from '../../../testing/rows/publish-board.ts';
import { countCupPractice } from '../claims/count-cup-practice.ts';
import { decideCupClaim } from '../claims/decide-cup-claim.ts';
import type { CupSettings } from '../contract.ts';
import { commitCupImport } from '../import/commit-cup-import.ts';
import { setCupSettings } from './set-cup-settings.ts';
import { setRowHold } from './set-row-hold.ts';

/* What these tests guarantee: held activity is no practice, and released activity is, also where the row gets its
 * activity or its owner while an administrator decides. */

let community: Community;
let admin: Person;
let ctx: Ctx;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
  community.setNow(new Date('2026-11-10T18:00:00Z'));
  admin = await community.person({ role: 'admin' });
  ctx = await community.ctxFor(admin);
});
afterAll(() => community.close());
beforeEach(async () => {
  await clear();
  await mostXpPerMinute(60)(ctx);
});
async function clear() {
  for (const table of ['cupPractice', 'cupClaims', 'cupReviews', 'cupBoards'] as const)
    await community.db.deleteFrom(table).execute();
}

const season = '2026-11';
const header = 'Full name,Username,Email,Language,Total XP,Time Spent Learning';
const row = (experience: number, time = '1h 0m') => [header, `Ana Ruiz,ana,,English,${experience},${time}`];
const mostXpPerMinute = (most: number): Act => {
  const settings: CupSettings = { prizes: [500, 300, 200], fewestParticipants: 1, mostXpPerMinute: most };
  return (ctx) => setCupSettings(ctx, settings);
};
const hold =
  (held: boolean): Act =>
  (ctx) =>
    setRowHold(ctx, { season, username: 'ana', held });

type Act = (ctx: Ctx) => Promise<unknown>;
type Scene = { userId: string; act: Act };

async function claimOf({ confirmed }: { confirmed: boolean }) {
  const { id: userId } = await community.person();
  const decided = { status: 'confirmed', decidedAt: community.now(), decidedBy: admin.id } as const;
  const { id } = await community.db
    .insertInto('cupClaims')
    .values({ userId, username: 'ana', createdAt: community.now(), ...(confirmed && decided) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, userId };
}

/** A new board of the month, in which the row has activity for the first time. */
async function newBoard(): Promise<Scene> {
  const { userId } = await claimOf({ confirmed: true });
  await publishBoard(ctx, row(0), season);
  const boardId = await draftBoard(ctx, row(20), season);
  return { userId, act: (ctx) => commitCupImport(ctx, boardId) };
}

async function newOwner(line = row(20)): Promise<Scene> {
  const { id, userId } = await claimOf({ confirmed: false });
  await publishBoard(ctx, line, season);
  return { userId, act: (ctx) => decideCupClaim(ctx, id, { verb: 'confirm' }) };
}

/** The days that count when both acts have looked for practice to count or to take back before one commits. */
async function daysAfter({ userId, act }: Scene, other: Act, given = (ctx: Ctx) => ctx) {
  const attempts = [act, other].map((attempt) => (ctx: Ctx) => attempt(given(ctx)));
  const outcomes = await raceAfterReading(ctx, 'cupPractice', attempts);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  await community.runDue(countCupPractice);
  const days = community.db.selectFrom('practiceDays').select('day').where('userId', '=', userId);
  return (await days.execute()).map(({ day }) => day);
}

const today = ['2026-11-10'];

describe.each([
  ['whose month gets a new board', newBoard],
  ['whose claim is confirmed', newOwner],
])('a row %s meanwhile', (_, begin) => {
  it('counts as no practice when it is held', async () => {
    expect(await daysAfter(await begin(), hold(true))).toEqual([]);
  });

  it('counts as practice when it is released', async () => {
    const scene = await begin();
    await hold(true)(ctx);
    expect(await daysAfter(scene, hold(false))).toEqual(today);
  });

  it('the control: without the lock of the board it counts when it is held, and not when it is released', async () => {
    expect(await daysAfter(await begin(), hold(true), withoutRowLocks)).toEqual(today);
    await clear();
    const scene = await begin();
    await hold(true)(ctx);
    expect(await daysAfter(scene, hold(false), withoutRowLocks)).toEqual([]);
  });
});

describe('a row whose claim is confirmed while the setting stops to hold it', () => {
  const tooFast = row(9000, '0h 30m');

  it('counts as practice', async () => {
    expect(await daysAfter(await newOwner(tooFast), mostXpPerMinute(1000))).toEqual(today);
  });

  it('the control: without the lock of the board it does not count', async () => {
    expect(await daysAfter(await newOwner(tooFast), mostXpPerMinute(1000), withoutRowLocks)).toEqual([]);
  });
});
