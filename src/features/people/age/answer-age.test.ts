import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardianFirst } from '#features/accounts/contract.ts';
import { type AgeScene, ageScene, guardianEmail } from '../../../testing/account-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { raceForRows } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { tokenIn } from '../../../testing/sign-in.ts';
import { peopleRefusals } from '../contract.ts';
import { answerAge } from './answer-age.ts';

let scene: AgeScene;
let ana: Person;
beforeAll(async () => {
  scene = await ageScene();
});
beforeEach(async () => {
  ana = await scene.newcomer('Ana <b>María');
});
afterAll(() => scene.community.close());

describe('answerAge', () => {
  it('takes an adult’s answer once, and nothing of it for another person', async () => {
    const luis = await scene.newcomer('Luis');
    expect(await scene.me(ana)).toMatchObject({ ageAnswered: false, ageGroup: 'adult' });
    expect((await scene.answer(ana, { ageGroup: 'adult' })).status).toBe(200);
    expect(await scene.me(ana)).toMatchObject({
      ageAnswered: true,
      ageGroup: 'adult',
      guardianConsent: true,
    });
    await expect(scene.answer(ana, { ageGroup: 'kid', guardianEmail: guardianEmail() })).toBeRefused(
      peopleRefusals.ageAnswered,
    );
    expect(await scene.me(luis)).toMatchObject({ ageAnswered: false });
  });

  it('makes a kid of a person who says so, gives back the seats among adults, and never makes an adult again', async () => {
    const classId = await scene.newClass('adult');
    expect((await scene.enrol(ana, classId)).status).toBe(200);
    expect((await scene.answer(ana, { ageGroup: 'kid', guardianEmail: guardianEmail() })).status).toBe(200);
    expect(await scene.me(ana)).toMatchObject({ ageAnswered: true, ageGroup: 'kid', guardianConsent: false });
    expect(await scene.seats(ana)).toEqual([]);
    await expect(scene.answer(ana, { ageGroup: 'adult' })).toBeRefused(peopleRefusals.ageAnswered);
  });

  it('makes a kid also of a child who does not know the guardian’s address, and takes it later', async () => {
    const classId = await scene.newClass('adult');
    expect((await scene.enrol(ana, classId)).status).toBe(200);
    expect((await scene.answer(ana, { ageGroup: 'kid' })).status).toBe(200);
    expect(await scene.me(ana)).toMatchObject({ ageAnswered: true, ageGroup: 'kid', guardianConsent: false });
    expect(await scene.seats(ana)).toEqual([]);
    await expect(scene.enrol(ana, await scene.newClass('kid'))).toBeRefused(guardianFirst);
    const address = guardianEmail();
    const named = await scene.community.request(ana, 'POST', '/api/people/me/guardian', {
      guardianEmail: address,
    });
    expect(named.status).toBe(200);
    expect(await scene.letterTo(address)).toBeTruthy();
  });

  it('refuses a guardian whose mailbox is the kid’s own', async () => {
    for (const guardianEmail of [ana.email, ana.email.replace('@', '+mama@')])
      await expect(scene.answer(ana, { ageGroup: 'kid', guardianEmail })).toBeRefused(
        peopleRefusals.guardianNeeded,
      );
    expect(await scene.me(ana)).toMatchObject({ ageAnswered: false, ageGroup: 'adult' });
  });

  it('makes one answer of two at the same time', async () => {
    const both = await Promise.all([
      scene.answer(ana, { ageGroup: 'adult' }),
      scene.answer(ana, { ageGroup: 'kid', guardianEmail: guardianEmail() }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('the control: takes both answers of two at the same time without the lock of the profile', async () => {
    const ctx = withoutRowLocks(await scene.community.ctxFor(ana));
    const both = await raceForRows(scene.community.db, 'profiles', () => [
      answerAge(ctx, { ageGroup: 'adult', network: 'a network' }),
      answerAge(ctx, { ageGroup: 'kid', guardianEmail: guardianEmail(), network: 'a network' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });
});

describe('a kid without the guardian’s consent', () => {
  it('enters no class until the guardian follows the letter, which names the kid by first name alone', async () => {
    const address = guardianEmail();
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: address });
    const classId = await scene.newClass('kid');
    await expect(scene.enrol(ana, classId)).toBeRefused(guardianFirst);
    const letter = await scene.letterTo(address);
    expect(letter?.subject).toBe('Ana te pide permiso para aprender en Sumi');
    expect(letter?.html).not.toContain('<b>');
    const link = await scene.community.request(null, 'POST', '/api/accounts/links/read', {
      token: tokenIn(letter),
    });
    expect(await link.json()).toEqual({
      email: address,
      kid: 'Ana',
      withdrawal: expect.any(String),
      passwordMinLength: null,
    });
    const did = await scene.follow(tokenIn(letter));
    expect(await did.json()).toEqual({ did: 'guardian-consent', email: address });
    expect((await scene.enrol(ana, classId)).status).toBe(200);
    expect((await scene.follow(tokenIn(letter))).status).toBe(410);
  });

  it('gets nothing from the consent to a sibling, whose letter the same guardian has', async () => {
    const address = guardianEmail();
    const luis = await scene.newcomer('Luis');
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: address });
    const forAna = tokenIn(await scene.letterTo(address));
    await scene.answer(luis, { ageGroup: 'kid', guardianEmail: address });
    const forLuis = tokenIn(await scene.letterTo(address));
    expect((await scene.follow(forAna)).status).toBe(200);
    expect(await scene.me(ana)).toMatchObject({ guardianConsent: true });
    expect(await scene.me(luis)).toMatchObject({ guardianConsent: false });
    expect((await scene.follow(forLuis)).status).toBe(200);
    expect(await scene.me(luis)).toMatchObject({ guardianConsent: true });
  });

  it('is told why on the card of the class', async () => {
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: guardianEmail() });
    const classId = await scene.newClass('kid');
    const read = await scene.community.request(ana, 'GET', `/api/classes/${classId}`);
    expect(await read.json()).toMatchObject({ allowed: { enrol: guardianFirst.code } });
  });
});
