import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../testing/community.ts';
import { type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../testing/rows/notices-of.ts';
import { notifyOfComingEnds } from './notify-of-coming-end.ts';

const day = 24 * 60;

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('test', { poolSize: 20 });
});
beforeEach(() => scene.afterMinutes(0));
afterAll(() => scene.close());

const tell = async () =>
  notifyOfComingEnds({ ...(await scene.community.ctxFor()), now: scene.community.now() });

/** A person with a plan that an administrator gave, of a month unless told, until so many minutes after the start. */
async function withPlan(
  until: number | null,
  { lasts = 30 * day, subscriptionRef = null as string | null } = {},
): Promise<Person> {
  const person = await scene.community.person({ tier: 'premium' });
  await endPlan(person, until, { lasts, subscriptionRef });
  return person;
}

async function endPlan(
  { id }: Person,
  until: number | null,
  { lasts = 30 * day, ...also }: { lasts?: number; subscriptionRef?: string | null } = {},
) {
  const startedAt = scene.at((until ?? 0) - lasts);
  await scene.community.db
    .updateTable('userMemberships')
    .set({ startedAt, endsAt: until === null ? null : scene.at(until), ...also })
    .where('userId', '=', id)
    .execute();
}

const told = async (person: Person) =>
  (await noticeKindsOf(scene.community, person)).filter((kind) => kind === 'memberships.ends-soon').length;

describe('notifyOfComingEnds', () => {
  it('tells a person three days before the end of a plan, once', async () => {
    const person = await withPlan(10 * day);
    scene.afterMinutes(7 * day - 1);
    await tell();
    expect(await told(person)).toBe(0);
    scene.afterMinutes(7 * day);
    await tell();
    await tell();
    scene.afterMinutes(9 * day);
    await tell();
    expect(await told(person)).toBe(1);
  });

  it('tells them again of the next end, once months were added', async () => {
    const person = await withPlan(2 * day);
    await tell();
    await endPlan(person, 32 * day, { lasts: 60 * day });
    await tell();
    expect(await told(person)).toBe(1);
    scene.afterMinutes(30 * day);
    await tell();
    expect(await told(person)).toBe(2);
  });

  it('says nothing of a plan that renews itself, has no end, is over or was shorter than that', async () => {
    const people = [
      await withPlan(day, { subscriptionRef: 'sub-of-coming-end' }),
      await withPlan(null),
      await withPlan(0),
      await withPlan(day, { lasts: 2 * day }),
    ];
    await tell();
    expect(await Promise.all(people.map(told))).toEqual([0, 0, 0, 0]);
  });
});
