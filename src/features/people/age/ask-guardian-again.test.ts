import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkInvalid, linkUsed } from '#features/accounts/contract.ts';
import { consentByLink } from '#features/accounts/guardian/consent-by-link.ts';
import type { Ctx } from '#server/ctx.ts';
import { type AgeScene, ageScene, guardianEmail } from '../../../testing/account-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { tokenIn } from '../../../testing/sign-in.ts';
import { peopleRefusals } from '../contract.ts';
import { askGuardianAgain } from './ask-guardian-again.ts';

let scene: AgeScene;
let ana: Person;
beforeAll(async () => {
  scene = await ageScene();
});
beforeEach(async () => {
  ana = await scene.newcomer('Ana <b>María');
});
afterAll(() => scene.community.close());

describe('a kid without the guardian’s consent', () => {
  it('asks another guardian, and the letter to the one before no longer works', async () => {
    const [first, second] = [guardianEmail(), guardianEmail()];
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: first });
    const before = await scene.letterTo(first);
    const again = await scene.askGuardian(ana, second);
    expect(again.status).toBe(200);
    expect((await scene.follow(tokenIn(before))).status).toBe(410);
    expect((await scene.follow(tokenIn(await scene.letterTo(second)))).status).toBe(200);
    expect(await scene.me(ana)).toMatchObject({ guardianConsent: true });
  });

  it('is not consented to by a guardian whose letter was being written while the kid named another one', async () => {
    const [first, second] = [guardianEmail(), guardianEmail()];
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: first });
    const before = await scene.letterTo(first);
    await scene.askGuardian(ana, second);
    // The link is stored while the letter is written: here after the request that ends the links there are.
    await scene.community.db
      .updateTable('accountLinks')
      .set({ usedAt: null })
      .where('userId', '=', ana.id)
      .where('address', '=', first)
      .execute();
    await expect(scene.follow(tokenIn(before))).toBeRefused(linkInvalid);
    expect(await scene.me(ana)).toMatchObject({ guardianConsent: false });
    expect((await scene.follow(tokenIn(await scene.letterTo(second)))).status).toBe(200);
  });

  it('has no letter sent about a consent that is given meanwhile, and has that about a sibling', async () => {
    const address = guardianEmail();
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: address });
    expect((await scene.setConsent(ana, true)).status).toBe(200);
    await scene.answer(await scene.newcomer('Luis'), { ageGroup: 'kid', guardianEmail: address });
    const letters = (await scene.community.letters()).filter(({ to }) => to === address);
    expect(letters.map(({ subject }) => subject)).toEqual(['Luis te pide permiso para aprender en Sumi']);
  });

  it('who is an adult after all needs none: no guardian is asked any more, and none consents', async () => {
    const setAge = async (ageGroup: string) =>
      expect(
        (await scene.community.request(scene.admin, 'PUT', `/api/people/${ana.id}/age-group`, { ageGroup }))
          .status,
      ).toBe(200);
    const [read, waiting] = [guardianEmail(), guardianEmail()];
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: read });
    const before = await scene.letterTo(read);
    await setAge('adult');
    await setAge('kid');
    await expect(scene.follow(tokenIn(before))).toBeRefused(linkUsed);
    await setAge('adult');
    // The link is stored while the letter is written: here after the change that ends the links there are.
    await scene.community.db
      .updateTable('accountLinks')
      .set({ usedAt: null })
      .where('userId', '=', ana.id)
      .execute();
    await expect(scene.follow(tokenIn(before))).toBeRefused(linkInvalid);

    await setAge('kid');
    expect((await scene.askGuardian(ana, waiting)).status).toBe(200);
    await setAge('adult');
    const letters = (await scene.community.letters()).filter(({ to }) => to === waiting);
    expect(letters).toEqual([]);
    await setAge('kid');
    expect(await scene.me(ana)).toMatchObject({ guardianConsent: false });
  });

  it('has administrators told once a day that a kid named another guardian, and not that it asked the same one again', async () => {
    const kinds = () =>
      scene.community.db
        .selectFrom('notifications')
        .select(['userId', 'link'])
        .where('kind', '=', 'people.guardian-changed')
        .where('link', '=', `/admin/students?person=${ana.id}`)
        .execute();
    const address = guardianEmail();
    const ask = (email: string) => scene.askGuardian(ana, email);
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: address });
    expect((await ask(address)).status).toBe(200);
    expect(await kinds()).toEqual([]);
    for (let time = 0; time < 2; time++) expect((await ask(guardianEmail())).status).toBe(200);
    expect((await kinds()).map(({ userId }) => userId)).toEqual([scene.admin.id]);
  });

  describe('who asks again while the guardian consents', () => {
    /**
     * The outcome of what the kid does, which waits for the consent, and whether the consent is in force afterwards.
     */
    async function race(ask: (ctx: Ctx, kid: Person, address: string) => Promise<unknown>) {
      const address = guardianEmail();
      await scene.answer(ana, { ageGroup: 'kid', guardianEmail: address });
      // What the kid's rights were when the request came.
      const ctx = await scene.community.ctxFor(ana);
      const [outcome] = await raceBehind(
        ctx,
        (ctx) => consentByLink(ctx, ana.id, address),
        () => [ask(ctx, ana, address)],
      );
      const { givenAt } = await scene.community.db
        .selectFrom('guardianConsents')
        .select('givenAt')
        .where('userId', '=', ana.id)
        .executeTakeFirstOrThrow();
      return { outcome, isGiven: givenAt !== null };
    }

    it('leaves the consent in force, and is told that none is needed', async () => {
      const { outcome, isGiven } = await race((ctx, _kid, address) =>
        askGuardianAgain(ctx, { guardianEmail: address, network: 'a network' }),
      );
      expect(outcome).toMatchObject({ reason: { code: peopleRefusals.noGuardianNeeded.code } });
      expect(isGiven).toBe(true);
    });

    it('the control: takes the consent back where the row is not looked at again', async () => {
      const { isGiven } = await race((ctx, kid, address) =>
        ctx.db
          .updateTable('guardianConsents')
          .set({ address, askedAt: ctx.now, givenAt: null, addressProved: false })
          .where('userId', '=', kid.id)
          .where('revokedAt', 'is', null)
          .execute(),
      );
      expect(isGiven).toBe(false);
    });
  });

  it('asks at most five times in half an hour', async () => {
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: guardianEmail() });
    const again = () => scene.askGuardian(ana, guardianEmail());
    for (let time = 0; time < 4; time++) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(429);
  });
});
