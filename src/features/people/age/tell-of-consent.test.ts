import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consentByLink } from '#features/accounts/guardian/consent-by-link.ts';
import { type AgeScene, ageScene, guardianEmail } from '../../../testing/account-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { tokenIn } from '../../../testing/sign-in.ts';
import { tellOfConsent } from './tell-of-consent.ts';

let scene: AgeScene;
let ana: Person;
let address: string;
beforeAll(async () => {
  scene = await ageScene();
});
beforeEach(async () => {
  ana = await scene.newcomer('Ana María');
  address = guardianEmail();
  await scene.answer(ana, { ageGroup: 'kid', guardianEmail: address });
});
afterAll(() => scene.community.close());

const follow = async () => {
  const followed = await scene.follow(tokenIn(await scene.letterTo(address)));
  expect(followed.status).toBe(200);
};
const told = async () => {
  await scene.community.runDue(tellOfConsent);
  return noticesOf(scene.community, ana, 'people.consent%');
};
const given = { kind: 'people.consent-given', detail: {}, link: '/classes' };

describe('a kid whose guardian follows the letter', () => {
  it('is told once that they may join live classes, however many letters are followed', async () => {
    expect(await told()).toEqual([]);
    await follow();
    expect(await told()).toEqual([given]);
    await consentByLink(await scene.community.ctxFor(), ana.id, address);
    expect(await told()).toEqual([given]);
  });

  it('is told of the consent in force alone: not of one that was revoked before they could be told', async () => {
    await follow();
    await scene.setConsent(ana, false);
    expect(await told()).toMatchObject([{ kind: 'people.consent-revoked' }]);
  });

  it('is told nothing more where an administrator had recorded the consent before', async () => {
    const letter = await scene.letterTo(address);
    await scene.setConsent(ana, true);
    await scene.follow(tokenIn(letter));
    expect(await told()).toEqual([given]);
  });
});
