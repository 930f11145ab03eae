import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardianFirst, linkInvalid, linkUsed } from '#features/accounts/contract.ts';
import { findWithdrawal } from '#features/accounts/guardian/withdrawal-link.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type AgeScene, ageScene, guardianEmail } from '../../../testing/account-scene.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertPaidSeat } from '../../../testing/class-scene.ts';
import { type Person, testSecret } from '../../../testing/community.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { tokenIn } from '../../../testing/sign-in.ts';
import { peopleRefusals, readWithdrawal } from '../contract.ts';
import { findPerson } from '../find-person.ts';
import { askGuardianAgain } from './ask-guardian-again.ts';
import { endConsent } from './end-consent.ts';
import { withdrawConsent } from './withdraw-consent.ts';

let scene: AgeScene;
let ana: Person;
let address: string;
let letter: Awaited<ReturnType<AgeScene['letterTo']>>;
beforeAll(async () => {
  scene = await ageScene();
});
beforeEach(async () => {
  ana = await scene.newcomer('Ana María');
  address = guardianEmail();
  await scene.answer(ana, { ageGroup: 'kid', guardianEmail: address });
  letter = await scene.letterTo(address);
});
afterAll(() => scene.community.close());

const tokenOf = (mail = letter) => /\/auth\/withdraw#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
const follow = async () => expect((await scene.follow(tokenIn(letter))).status).toBe(200);
const withdraw = async (token = tokenOf()) => expect((await scene.withdraw(token)).status).toBe(200);
const look = (token: string) =>
  scene.community.request(null, 'POST', '/api/people/withdrawals/read', { token });
const refused = { guardianConsent: false, consentRevoked: true };

describe('a guardian who consented', () => {
  it('withdraws by the link of the letter: seats are given back and refunded, and the kid enters no class', async () => {
    const { db } = scene.community;
    await follow();
    const [free, paid] = [await scene.newClass('kid'), await scene.newClass('kid')];
    expect((await scene.enrol(ana, free)).status).toBe(200);
    const paymentId = await insertPaidSeat(db, { classId: paid, userId: ana.id });
    await withdraw();
    expect(await scene.seats(ana)).toEqual([]);
    const refund = db.selectFrom('payments').select('refundReason').where('id', '=', paymentId);
    expect(await refund.executeTakeFirst()).toEqual({ refundReason: 'consent-withdrawn' });
    await expect(scene.enrol(ana, free)).toBeRefused(guardianFirst);
    expect(await scene.me(ana)).toMatchObject(refused);
  });

  it('changes nothing by looking at the page, which names the kid by first name, and withdraws once', async () => {
    expect(await answerOf(look(tokenOf()), readWithdrawal)).toEqual({ kid: 'Ana', given: false });
    await follow();
    expect(await answerOf(look(tokenOf()), readWithdrawal)).toEqual({ kid: 'Ana', given: true });
    expect(await scene.me(ana)).toMatchObject({ guardianConsent: true });
    await withdraw();
    await expect(look(tokenOf())).toBeRefused(linkUsed);
    await expect(scene.withdraw(tokenOf())).toBeRefused(linkUsed);
  });

  it('has the kid and the administrators told, who get the name and the page of the kid', async () => {
    await follow();
    await withdraw();
    expect(await noticesOf(scene.community, ana, 'people.consent%')).toMatchObject([
      { kind: 'people.consent-revoked' },
    ]);
    const link = `/admin/students?person=${ana.id}`;
    const told = await noticesOf(scene.community, scene.admin, 'people.consent-withdrawn');
    expect(told.filter((notice) => notice.link === link)).toEqual([
      { kind: 'people.consent-withdrawn', detail: { name: 'Ana María' }, link },
    ]);
  });

  it('does not end by that letter what an administrator records later, maybe for another guardian', async () => {
    await follow();
    await withdraw();
    expect((await scene.setConsent(ana, true)).status).toBe(200);
    await expect(scene.withdraw(tokenOf())).toBeRefused(linkInvalid);
    expect(await scene.me(ana)).toMatchObject({ guardianConsent: true, guardianEmail: null });
  });

  it('ends by that letter a consent that an administrator recorded while the letter was not followed', async () => {
    expect((await scene.setConsent(ana, true)).status).toBe(200);
    await withdraw();
    expect(await scene.me(ana)).toMatchObject(refused);
  });
});

describe('a guardian who did not consent', () => {
  it('refuses: the kid asks neither them nor another guardian again, and the letter gives no consent', async () => {
    await withdraw();
    expect(await scene.me(ana)).toMatchObject(refused);
    for (const next of [address, guardianEmail()])
      await expect(scene.askGuardian(ana, next)).toBeRefused(peopleRefusals.consentRevoked);
    await expect(scene.follow(tokenIn(letter))).toBeRefused(linkUsed);
  });

  it('refuses from the page of the letter, which leads to the same link', async () => {
    const read = await scene.community.request(null, 'POST', '/api/accounts/links/read', {
      token: tokenIn(letter),
    });
    expect(await read.json()).toMatchObject({ withdrawal: `/auth/withdraw#token=${tokenOf()}` });
  });

  it('has no letter sent that still waited', async () => {
    const luis = await scene.newcomer('Luis');
    const other = guardianEmail();
    await scene.answer(luis, { ageGroup: 'kid', guardianEmail: other });
    expect((await scene.setConsent(luis, false)).status).toBe(200);
    expect(await scene.letterTo(other)).toBeUndefined();
  });

  it('has a no that came on another way recorded by an administrator', async () => {
    expect((await scene.setConsent(ana, false)).status).toBe(200);
    expect(await scene.me(ana)).toMatchObject(refused);
  });
});

describe('withdrawConsent', () => {
  it('refuses the link of a guardian whom the kid replaced, and of an account that is an adult’s by now', async () => {
    const next = guardianEmail();
    expect((await scene.askGuardian(ana, next)).status).toBe(200);
    await expect(scene.withdraw(tokenOf())).toBeRefused(linkInvalid);
    const token = tokenOf(await scene.letterTo(next));
    const adult = { ageGroup: 'adult' };
    await scene.community.request(scene.admin, 'PUT', `/api/people/${ana.id}/age-group`, adult);
    await expect(scene.withdraw(token)).toBeRefused(linkInvalid);
  });

  it('refuses what Sumi did not sign, and what Sumi signed for another kid or another use', async () => {
    const luis = await scene.newcomer('Luis');
    await scene.answer(luis, { ageGroup: 'kid', guardianEmail: address });
    const [, signature = ''] = tokenOf().split('.');
    for (const token of [
      '',
      'x',
      ana.id,
      `${ana.id}.${'x'.repeat(43)}`,
      `${luis.id}.${signature}`,
      tokenIn(letter),
    ])
      await expect(scene.withdraw(token)).toBeRefused(linkInvalid);
    await expect(scene.follow(tokenOf())).toBeRefused(linkInvalid);
    const stop = `/api/notifications/unsubscribe/${tokenOf()}`;
    expect((await scene.community.request(null, 'POST', stop)).status).toBe(404);
    expect(await scene.me(ana)).toMatchObject({ consentRevoked: false });
  });

  describe('while the kid names another guardian', () => {
    /** What the former guardian does waits for the kid's request. */
    async function race(attempt: (ctx: Ctx) => Promise<unknown>) {
      const guest = await scene.community.ctxFor();
      const [outcome] = await raceBehind(
        await scene.community.ctxFor(ana),
        (ctx) => askGuardianAgain(ctx, { guardianEmail: guardianEmail(), network: 'a network' }),
        () => [attempt(guest)],
      );
      return { outcome, isEnded: (await scene.me(ana))?.consentRevoked };
    }

    it('refuses the link of the former one', async () => {
      const { outcome, isEnded } = await race((ctx) => withdrawConsent(ctx, testSecret, tokenOf()));
      expect(outcome).toMatchObject({ reason: { code: linkInvalid.code } });
      expect(isEnded).toBe(false);
    });

    it('the control: ends what the new one was asked for where the link is not looked at again', async () => {
      const { isEnded } = await race((outer) =>
        inTransaction(outer, async (ctx) => {
          await findWithdrawal(ctx, testSecret, tokenOf());
          await findPerson(ctx, ana.id);
          return endConsent(ctx, ana.id);
        }),
      );
      expect(isEnded).toBe(true);
    });
  });
});
