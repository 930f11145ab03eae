import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReferral } from '#features/coins/contract.ts';
import { grantCoins } from '#features/coins/grant-coins.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, insertClass, insertSeats, minutesFromNow } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { readRoster } from '../contract.ts';

let community: Community;
let teacher: Person;
beforeAll(async () => {
  ({ community, teacher } = await classScene());
});
afterAll(() => community.close());

async function mark(id: string, ...marks: [Person, boolean][]): Promise<void> {
  const body = { marks: marks.map(([{ id: userId }, attended]) => ({ userId, attended })) };
  expect((await community.request(teacher, 'PUT', `/api/classes/${id}/attendance`, body)).status).toBe(200);
}

/** A class of an hour that began half an hour ago, whose roll was closed with these marks. */
async function closedWith(...marks: [Person, boolean][]): Promise<string> {
  const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-30) });
  await insertSeats(community.db, id, ...marks.map(([person]) => person));
  await mark(id, ...marks);
  expect((await community.request(teacher, 'POST', `/api/classes/${id}/roll-closing`)).status).toBe(200);
  return id;
}

async function marksOf(id: string): Promise<Record<string, boolean | null>> {
  const { items } = await answerOf(
    community.request(teacher, 'GET', `/api/classes/${id}/roster`),
    readRoster,
  );
  return Object.fromEntries(items.map(({ name, attended }) => [name, attended]));
}

const minutesOf = async ({ id }: Person) =>
  (
    await community.db
      .selectFrom('profiles')
      .select('totalLearningSeconds as seconds')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
  ).seconds / 60;

/** What classes gave a person, less what was taken back. */
async function coinsOfClasses({ id }: Person): Promise<number> {
  const { coins } = await community.db
    .selectFrom('sumicoinsLedger')
    .select(({ fn }) => fn.sum<number>('amount').as('coins'))
    .where('userId', '=', id)
    .where('cause', 'like', 'class:%')
    .executeTakeFirstOrThrow();
  return Number(coins);
}

describe('correctAttendance', () => {
  it('changes the mark and the minutes of one student, and nothing of the others in the class', async () => {
    const [ana, leo, sara] = [
      await community.person({ name: 'Ana' }),
      await community.person({ name: 'Leo' }),
      await community.person({ name: 'Sara' }),
    ];
    const id = await closedWith([ana, false], [leo, true], [sara, true]);
    await mark(id, [sara, false]);
    expect(await marksOf(id)).toEqual({ Ana: false, Leo: true, Sara: false });
    expect(await Promise.all([leo, sara].map(minutesOf))).toEqual([60, 0]);
    // Leo's minutes are still his to be taken back.
    await mark(id, [leo, false], [ana, true]);
    expect(await marksOf(id)).toEqual({ Ana: true, Leo: false, Sara: false });
    expect(await Promise.all([ana, leo, sara].map(minutesOf))).toEqual([60, 0, 0]);
  });

  it('counts a class of the day whose coins were spent before its mark was taken off', async () => {
    const ana = await community.person();
    const ids: string[] = [];
    for (const attended of [true, true, true, false]) ids.push(await closedWith([ana, attended]));
    const { balance } = await (await community.request(ana, 'GET', '/api/coins/wallet')).json();
    const spent = { amount: -balance, type: 'admin_debit', description: 'Ajuste', cause: 'spent' } as const;
    await grantCoins(await community.ctxFor(), { userId: ana.id, ...spent });
    await mark(ids[0] ?? '', [ana, false]);
    await mark(ids[3] ?? '', [ana, true]);
    expect(await coinsOfClasses(ana)).toBe(60);
  });

  it('takes the coins of an invitation back when its student attended no class, although others of the class did', async () => {
    const [inviter, invited, other] = [
      await community.person(),
      await community.person(),
      await community.person(),
    ];
    await community.db
      .updateTable('users')
      .set({ invitedBy: inviter.id })
      .where('id', '=', invited.id)
      .execute();
    const paid = async () => {
      return (await answerOf(community.request(inviter, 'GET', '/api/coins/referral'), readReferral)).paid;
    };
    const first = await closedWith([invited, true], [other, true]);
    const second = await closedWith([invited, true]);
    expect(await paid()).toBe(1);
    await mark(first, [invited, false]);
    expect(await paid()).toBe(1);
    await mark(second, [invited, false]);
    expect(await paid()).toBe(0);
  });

  it('pays no invitation for a class that the inviter gave, and pays it with a class of another teacher', async () => {
    const [invited, another] = [
      await community.person(),
      await community.person({ role: 'teacher', verified: true }),
    ];
    await community.db
      .updateTable('users')
      .set({ invitedBy: teacher.id })
      .where('id', '=', invited.id)
      .execute();
    const paid = async () =>
      (await (await community.request(teacher, 'GET', '/api/coins/referral')).json()).paid;
    await closedWith([invited, true]);
    expect(await paid()).toBe(0);
    const id = await insertClass(community.db, another, { startsAt: minutesFromNow(-30) });
    await insertSeats(community.db, id, invited);
    const body = { marks: [{ userId: invited.id, attended: true }] };
    await community.request(another, 'PUT', `/api/classes/${id}/attendance`, body);
    await community.request(another, 'POST', `/api/classes/${id}/roll-closing`);
    expect(await paid()).toBe(1);
  });

  it('pays no invitation for a mark that the inviter wrote as an administrator', async () => {
    const [admin, invited] = [await community.person({ role: 'admin' }), await community.person()];
    await community.db
      .updateTable('users')
      .set({ invitedBy: admin.id })
      .where('id', '=', invited.id)
      .execute();
    const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-30) });
    await insertSeats(community.db, id, invited);
    const body = { marks: [{ userId: invited.id, attended: true }] };
    expect((await community.request(admin, 'PUT', `/api/classes/${id}/attendance`, body)).status).toBe(200);
    expect((await community.request(teacher, 'POST', `/api/classes/${id}/roll-closing`)).status).toBe(200);
    expect(await coinsOfClasses(invited)).toBeGreaterThan(0);
    expect((await answerOf(community.request(admin, 'GET', '/api/coins/referral'), readReferral)).paid).toBe(
      0,
    );
  });
});
