import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardianFirst } from '#features/accounts/contract.ts';
import { readClass } from '#features/classes/contract.ts';
import { type AgeScene, ageScene, guardianEmail } from '../../../testing/account-scene.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertClass, insertPaidSeat, insertSeats } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { tokenIn } from '../../../testing/sign-in.ts';
import { peopleRefusals } from '../contract.ts';

let scene: AgeScene;
let ana: Person;
beforeAll(async () => {
  scene = await ageScene();
});
beforeEach(async () => {
  ana = await scene.newcomer('Ana <b>María');
});
afterAll(() => scene.community.close());

describe('changeGuardianConsent', () => {
  it('lets an administrator revoke a consent, which gives back the seats and keeps the kid out, on record', async () => {
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: guardianEmail() });
    expect((await scene.setConsent(ana, true)).status).toBe(200);
    const classId = await scene.newClass('kid');
    expect((await scene.enrol(ana, classId)).status).toBe(200);
    expect((await scene.setConsent(ana, false)).status).toBe(200);
    expect(await scene.seats(ana)).toEqual([]);
    await expect(scene.enrol(ana, classId)).toBeRefused(guardianFirst);
    const acts = await scene.community.db
      .selectFrom('auditLog')
      .select('act')
      .where('personId', '=', ana.id)
      .execute();
    expect(acts.map(({ act }) => act).sort()).toEqual(['people.record-consent', 'people.revoke-consent']);
  });

  it('has the money of a seat given back, for the reason that the consent was revoked', async () => {
    const { db } = scene.community;
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: guardianEmail() });
    await scene.setConsent(ana, true);
    const classId = await scene.newClass('kid');
    const paymentId = await insertPaidSeat(db, { classId, userId: ana.id });
    await scene.setConsent(ana, false);
    const refund = db.selectFrom('payments').select('refundReason').where('id', '=', paymentId);
    expect(await refund.executeTakeFirst()).toEqual({ refundReason: 'consent-withdrawn' });
  });

  it('closes the link of a class that runs with the next request after a consent is revoked', async () => {
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: guardianEmail() });
    await scene.setConsent(ana, true);
    const classId = await insertClass(
      scene.community.db,
      await scene.community.person({ role: 'teacher', verified: true }),
      {
        startsAt: new Date(scene.community.now().getTime() - 5 * 60_000),
        targetAudience: 'kid',
        meetLink: 'https://meet.example.org/a',
      },
    );
    await insertSeats(scene.community.db, classId, ana);
    const link = async () => {
      const card = await answerOf(scene.community.request(ana, 'GET', `/api/classes/${classId}`), readClass);
      return card.meetLink;
    };
    expect(await link()).toBe('https://meet.example.org/a');
    await scene.setConsent(ana, false);
    await expect.poll(link).toBeNull();
  });

  it('ends for good where an administrator revoked it: neither the kid nor a letter of before brings it back', async () => {
    const address = guardianEmail();
    await scene.answer(ana, { ageGroup: 'kid', guardianEmail: address });
    const letter = await scene.letterTo(address);
    await scene.setConsent(ana, true);
    await scene.setConsent(ana, false);
    await expect(scene.askGuardian(ana, guardianEmail())).toBeRefused(peopleRefusals.consentRevoked);
    expect((await scene.follow(tokenIn(letter))).status).toBe(410);
    expect(await scene.me(ana)).toMatchObject({
      guardianConsent: false,
      consentRevoked: true,
      guardianEmail: address,
    });
    expect((await scene.setConsent(ana, true)).status).toBe(200);
    expect(await scene.me(ana)).toMatchObject({ guardianConsent: true, consentRevoked: false });
    // The one that was recorded may be another guardian's: the letter of before proves no address for it.
    expect((await scene.follow(tokenIn(letter))).status).toBe(410);
  });

  it('records nothing for a person who needs no consent, and only administrators may', async () => {
    expect((await scene.setConsent(ana, true)).status).toBe(200);
    const acts = await scene.community.db
      .selectFrom('auditLog')
      .select('act')
      .where('personId', '=', ana.id)
      .execute();
    expect(acts).toEqual([]);
    expect((await scene.setConsent(ana, true, ana)).status).toBe(403);
  });

  it('is needed by no kid whom an administrator marked, until an administrator revokes it', async () => {
    const kid = await scene.community.person({ ageGroup: 'kid' });
    expect(await scene.me(kid)).toMatchObject({ ageGroup: 'kid', guardianConsent: true });
    const classId = await scene.newClass('kid');
    expect((await scene.enrol(kid, classId)).status).toBe(200);
    for (let time = 0; time < 2; time++) expect((await scene.setConsent(kid, false)).status).toBe(200);
    expect(await scene.seats(kid)).toEqual([]);
    expect(await scene.me(kid)).toMatchObject({ guardianConsent: false, consentRevoked: true });
    await expect(scene.enrol(kid, classId)).toBeRefused(guardianFirst);
    await expect(scene.askGuardian(kid, guardianEmail())).toBeRefused(peopleRefusals.consentRevoked);
    expect((await scene.setConsent(kid, true)).status).toBe(200);
    expect((await scene.enrol(kid, classId)).status).toBe(200);
    const acts = scene.community.db.selectFrom('auditLog').select('act').where('personId', '=', kid.id);
    expect((await acts.orderBy('id').execute()).map(({ act }) => act)).toEqual([
      'people.revoke-consent',
      'people.record-consent',
    ]);
  });

  it('is revoked for no adult', async () => {
    expect((await scene.setConsent(ana, false)).status).toBe(200);
    const consents = scene.community.db.selectFrom('guardianConsents').select('userId');
    expect(await consents.where('userId', '=', ana.id).execute()).toEqual([]);
  });
});
