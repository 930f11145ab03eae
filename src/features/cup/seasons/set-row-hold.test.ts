import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { publishBoard } from '../../../testing/rows/publish-board.ts';
import { listHeldRows, noSuchRow, previewCupClosing } from '../contract.ts';
import { setRowHold } from './set-row-hold.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(new Date('2026-11-02T12:00:00Z'));
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
beforeEach(async () => {
  for (const table of ['cupReviews', 'cupClaims', 'cupBoards'] as const)
    await community.db.deleteFrom(table).execute();
});

const header = 'Full name,Username,Email,Language,Total XP,Time Spent Learning';
const four = [
  'Ana Ruiz,ana,ana@example.org,English,400,10h 0m',
  'Beto Paz,beto,,English,300,10h 0m',
  'Caro Gil,caro,,English,200,10h 0m',
  'Dani Sol,dani,,English,100,10h 0m',
];

const publish = async (lines: string[]) =>
  publishBoard(await community.ctxFor(admin), [header, ...lines], '2026-10');

const hold = (
  username: string,
  held: boolean,
  { reason, by = admin }: { reason?: string; by?: Person } = {},
) => community.request(by, 'PUT', '/api/cup/seasons/2026-10/hold', { username, held, reason });

async function winners(): Promise<string[]> {
  const preview = community.request(admin, 'GET', '/api/cup/seasons/2026-10/closing');
  return (await answerOf(preview, previewCupClosing)).winners.map(({ username }) => username);
}

describe('a row that an administrator holds by hand', () => {
  const listed = async () =>
    (await answerOf(community.request(admin, 'GET', '/api/cup/seasons/2026-10/held'), listHeldRows)).items;

  it('wins nothing, also after a new import of the month, until it is released', async () => {
    await publish(four);
    const before = await winners();
    expect(before[0]).toBe('ana');
    expect((await hold('Ana', true, { reason: 'Usó un programa' })).status).toBe(200);
    expect(await listed()).toMatchObject([{ username: 'ana', held: true, byHand: true }]);
    await publish(four);
    expect(await winners()).toEqual(before.filter((username) => username !== 'ana').concat('dani'));
    const acts = () =>
      community.db
        .selectFrom('auditLines')
        .select('reason')
        .where('act', '=', 'cup.hold-row')
        .where('reason', '=', 'Usó un programa')
        .execute();
    expect(await acts()).toHaveLength(1);
    // Said again, it is so already.
    expect((await hold('ana', true, { reason: 'Usó un programa' })).status).toBe(200);
    expect(await acts()).toHaveLength(1);
    expect((await hold('ana', false)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await winners()).toEqual(before);
  });

  it('is on record once when two administrators hold it at the same time', async () => {
    await publish(four);
    const reason = 'Dos cuentas';
    await raceForTable(community.db, 'cupReviews', () => [1, 2].map(() => hold('beto', true, { reason })));
    const acts = community.db.selectFrom('auditLines').select('id').where('reason', '=', reason);
    expect(await acts.execute()).toHaveLength(1);
  });

  it('the control: is on record twice without the lock of the board', async () => {
    await publish(four);
    const ctx = withoutRowLocks(await community.ctxFor(admin));
    const said = { season: '2026-10', username: 'caro', held: true, reason: 'Sin candado' };
    await raceForTable(community.db, 'cupReviews', () => [1, 2].map(() => setRowHold(ctx, said)));
    const acts = community.db.selectFrom('auditLines').select('id').where('reason', '=', said.reason);
    expect(await acts.execute()).toHaveLength(2);
  });

  it('is one that the board of the month has', async () => {
    await publish(four);
    await expect(hold('gina', true)).toBeRefused(noSuchRow);
  });
});

it('the row of an administrator’s own is released by another one, who may hold it again', async () => {
  await publish(['Flash Ruiz,Flash,,English,9000,0h 30m']);
  const owner = await community.person({ role: 'admin' });
  const decided = { status: 'confirmed', decidedAt: new Date(), decidedBy: admin.id } as const;
  await community.db
    .insertInto('cupClaims')
    .values({ userId: owner.id, username: 'Flash', ...decided })
    .execute();
  await expect(hold('Flash', false, { by: owner })).toBeRefused(commonRefusals.ownMatter);
  expect((await hold('Flash', false)).status).toBe(200);
  expect(await winners()).toEqual(['Flash']);
  expect((await hold('Flash', true, { by: owner })).status).toBe(200);
  expect(await winners()).toEqual([]);
});

it.each(['ΟΔΟΣ', 'İpek'])(
  'a held row is released whose name %s has other small letters in JavaScript',
  async (name) => {
    await publish([`${name} Ruiz,${name},,English,9000,0h 30m`]);
    expect((await hold(name, false)).status).toBe(200);
    expect(await winners()).toEqual([name]);
  },
);
