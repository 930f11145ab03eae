import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tier } from '#shared/actor.ts';
import type { Person } from '../../testing/community.ts';
import { type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../testing/rows/notices-of.ts';
import { mailDue } from '../../testing/stand-ins/notice-mail.ts';
import { grantMembership } from './grant-membership.ts';
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

async function payMonth({ id: personId }: Person): Promise<void> {
  const given = {
    personId,
    kind: 'membership',
    tier: 'premium',
    months: 1,
    amountCents: 500,
    currency: 'MXN',
  };
  expect((await scene.recordByHand({ ...given, method: 'cash' })).status).toBe(200);
}
const grant = async ({ id: userId }: Person, tier: Tier) =>
  grantMembership(await scene.community.ctxFor(scene.admin), { userId, tier, until: scene.at(20 * day) });
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

  it.each([
    ['months are paid by hand', (person: Person) => payMonth(person)],
    ['an administrator grants another end', (person: Person) => grant(person, 'premium')],
    ['an administrator takes the plan away', (person: Person) => grant(person, 'free')],
  ])('is taken back, in the bell and its letter, once %s', async (_what, change) => {
    const person = await withPlan(2 * day);
    const other = await withPlan(2 * day);
    for (const { id } of [person, other])
      await scene.community.db
        .updateTable('users')
        .set({ emailVerified: true })
        .where('id', '=', id)
        .execute();
    await scene.community.request(person, 'PATCH', '/api/notifications/choices', { digest: true });
    await tell();
    await change(person);
    expect([await told(person), await told(other)]).toEqual([0, 1]);
    scene.afterMinutes(day);
    const letters = (await mailDue(scene.community)).filter(({ to }) => to === person.email);
    expect(letters.map(({ text }) => text).join()).not.toContain('termina el');
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
