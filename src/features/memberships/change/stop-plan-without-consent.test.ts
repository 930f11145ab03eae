import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardianFirst } from '#features/accounts/contract.ts';
import { paymentRefusals } from '#features/payments/contract.ts';
import { changeGuardianConsent } from '#features/people/age/change-guardian-consent.ts';
import type { Person } from '../../../testing/community.ts';
import { paymentRow, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { buyMembership } from '../buy-membership.ts';

const actsIn = ({ community, admin }: PurchaseScene) => {
  const asAdmin = (person: Person, act: string, body: object) =>
    community.request(admin, 'PUT', `/api/people/${person.id}/${act}`, body);
  return {
    markAs: (ageGroup: 'adult' | 'kid', person: Person) => asAdmin(person, 'age-group', { ageGroup }),
    setConsent: (person: Person, given: boolean) => asAdmin(person, 'guardian-consent', { given }),
    async answerKid(person: Person) {
      const profile = community.db.updateTable('profiles').set({ ageAnswered: false });
      await profile.where('userId', '=', person.id).execute();
      return community.request(person, 'PUT', '/api/people/me/age', { ageGroup: 'kid' });
    },
  };
};

describe.each(sceneNames)('a kid without the consent of their guardian, with the %s provider', (name) => {
  let scene: PurchaseScene;
  let acts: ReturnType<typeof actsIn>;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
    acts = actsIn(scene);
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('is charged for no further month once the consent is revoked, and keeps what is paid', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    await acts.markAs('kid', person);
    const renewing = (await scene.planOf(person)).membership;
    expect(renewing).toMatchObject({ renews: true });
    expect((await acts.setConsent(person, false)).status).toBe(200);
    await scene.settle();
    expect((await scene.planOf(person)).membership).toMatchObject({
      tier: 'basic',
      renews: false,
      canResume: false,
    });
    if (scene.stripe)
      expect(scene.stripe.books.subscriptions.get(subscription)?.cancel_at_period_end).toBe(true);
    expect(await noticesOf(scene.community, person)).toContainEqual({
      kind: 'memberships.renewal-stopped',
      detail: { tier: 'basic', until: renewing?.endsAt },
      link: '/membership',
    });
    scene.afterDays(32);
    expect((await scene.planOf(person)).membership).toBeNull();
  });

  it('gets the money back of a checkout that was open as the consent was revoked', async () => {
    const kid = await scene.community.person({ ageGroup: 'kid' });
    const { paymentId } = await scene.buyPlan(kid, 'basic');
    expect((await acts.setConsent(kid, false)).status).toBe(200);
    expect((await paymentRow(scene.community, paymentId)).givenUpAt).not.toBeNull();
    await scene.pay(paymentId);
    expect((await scene.planOf(kid)).membership).toBeNull();
    await scene.settle();
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });
});

describe('stopPlanWithoutConsent', () => {
  let scene: PurchaseScene;
  let acts: ReturnType<typeof actsIn>;
  beforeAll(async () => {
    scene = await purchaseScene('test', { poolSize: 30 });
    acts = actsIn(scene);
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  const isRenewed = async (person: Person) => (await scene.planOf(person)).membership?.renews;

  it('stops the plan of a person who answers that they are a kid, until a guardian consents', async () => {
    const { person } = await scene.subscriber('premium');
    expect((await acts.answerKid(person)).status).toBe(200);
    expect(await isRenewed(person)).toBe(false);
    await expect(scene.askMembership(person, 'resume')).toBeRefused(guardianFirst);
    const { offers } = await scene.planOf(person);
    expect(offers.find(({ tier }) => tier === 'premium')).toMatchObject({
      action: 'current',
      refusal: guardianFirst.code,
    });
    await acts.setConsent(person, true);
    expect((await scene.planOf(person)).membership).toMatchObject({ canResume: true });
    expect((await scene.askMembership(person, 'resume')).status).toBe(200);
    expect(await isRenewed(person)).toBe(true);
    const kinds = (await noticesOf(scene.community, person)).map(({ kind }) => kind);
    expect(kinds).not.toContain('memberships.renewal-stopped');
  });

  it('stops the plan of a person whom an administrator marks as a kid whose consent was revoked before', async () => {
    const { person } = await scene.subscriber('basic');
    await acts.markAs('kid', person);
    expect(await isRenewed(person)).toBe(true);
    await acts.setConsent(person, false);
    await acts.markAs('adult', person);
    expect((await scene.askMembership(person, 'resume')).status).toBe(200);
    expect(await isRenewed(person)).toBe(true);
    await acts.markAs('kid', person);
    expect(await isRenewed(person)).toBe(false);
  });

  it('begins no checkout and records no cash for a plan where the consent was revoked', async () => {
    const { community, admin } = scene;
    const kid = await community.person({ ageGroup: 'kid' });
    const asKid = { ...(await community.ctxFor(kid)), now: community.now() };
    const [outcome] = await raceBehind(
      await community.ctxFor(admin),
      (ctx) => changeGuardianConsent(ctx, { id: kid.id, given: false }),
      () => [buyMembership(asKid, community.providers, 'basic')],
    );
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: guardianFirst.code } });
    const cash = { kind: 'membership', tier: 'basic', months: 1, amountCents: 1000, method: 'cash' };
    await expect(scene.recordByHand({ personId: kid.id, ...cash })).toBeRefused(
      paymentRefusals.cannotBeGiven,
    );
    const payments = community.db.selectFrom('payments').select('id').where('userId', '=', kid.id);
    expect(await payments.execute()).toEqual([]);
  });
});
