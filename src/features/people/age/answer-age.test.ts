import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardianFirst, linkInvalid } from '#features/accounts/contract.ts';
import type { ClassCard } from '#features/classes/contract.ts';
import { insertClass, insertSeats } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForRows } from '../../../testing/races/waiting-for-locks.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { tokenIn } from '../../../testing/sign-in.ts';
import { peopleRefusals } from '../contract.ts';
import { answerAge } from './answer-age.ts';

let community: Community;
let admin: Person;
let ana: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
beforeEach(async () => {
  ana = await community.person({ name: 'Ana <b>María' });
  await community.db
    .updateTable('profiles')
    .set({ ageAnswered: false })
    .where('userId', '=', ana.id)
    .execute();
});

const guardianEmail = () => `madre-${crypto.randomUUID()}@example.org`;
const answer = (body: object, person: Person | null = ana) =>
  community.request(person, 'PUT', '/api/people/me/age', body);
const me = async (person = ana) => {
  const body = (await (await community.request(person, 'GET', '/api/accounts/me')).json()) as {
    account: Record<string, unknown>;
  };
  return body.account;
};
const follow = (token: string) => community.request(null, 'POST', '/api/accounts/links/follow', { token });
const setConsent = (given: boolean, person = admin) =>
  community.request(person, 'PUT', `/api/people/${ana.id}/guardian-consent`, { given });
const letterTo = async (address: string) => (await community.letters()).find(({ to }) => to === address);

/** A class that is open to every tier. */
async function newClass(targetAudience: 'kid' | 'adult'): Promise<string> {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const startsAt = new Date(community.now().getTime() + 86_400_000);
  return insertClass(community.db, teacher, { targetAudience, requiredTier: 'free', startsAt });
}
const enrol = (classId: string) => community.request(ana, 'POST', `/api/classes/${classId}/enrolment`);
const seats = () =>
  community.db.selectFrom('classEnrollments').select('classId').where('userId', '=', ana.id).execute();

describe('answerAge', () => {
  it('takes an adult’s answer once', async () => {
    expect(await me()).toMatchObject({ ageAnswered: false, ageGroup: 'adult' });
    expect((await answer({ ageGroup: 'adult' })).status).toBe(200);
    expect(await me()).toMatchObject({ ageAnswered: true, ageGroup: 'adult', guardianConsent: true });
    await expect(answer({ ageGroup: 'kid', guardianEmail: guardianEmail() })).toBeRefused(
      peopleRefusals.ageAnswered,
    );
  });

  it('makes a kid of who says so, gives back the seats among adults, and never makes an adult again', async () => {
    const classId = await newClass('adult');
    expect((await enrol(classId)).status).toBe(200);
    expect((await answer({ ageGroup: 'kid', guardianEmail: guardianEmail() })).status).toBe(200);
    expect(await me()).toMatchObject({ ageAnswered: true, ageGroup: 'kid', guardianConsent: false });
    expect(await seats()).toEqual([]);
    await expect(answer({ ageGroup: 'adult' })).toBeRefused(peopleRefusals.ageAnswered);
  });

  it('needs a guardian whose address is not the kid’s own', async () => {
    await expect(answer({ ageGroup: 'kid' })).toBeRefused(peopleRefusals.guardianNeeded);
    await expect(answer({ ageGroup: 'kid', guardianEmail: ana.email })).toBeRefused(
      peopleRefusals.guardianNeeded,
    );
    expect(await me()).toMatchObject({ ageAnswered: false, ageGroup: 'adult' });
  });

  it('makes one answer of two at the same time', async () => {
    const both = await Promise.all([
      answer({ ageGroup: 'adult' }),
      answer({ ageGroup: 'kid', guardianEmail: guardianEmail() }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('the control: takes both answers of two at the same time without the lock of the profile', async () => {
    const ctx = withoutRowLocks(await community.ctxFor(ana));
    const both = await raceForRows(community.db, 'profiles', () => [
      answerAge(ctx, { ageGroup: 'adult' }),
      answerAge(ctx, { ageGroup: 'kid', guardianEmail: guardianEmail() }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });
});

describe('a kid without the guardian’s consent', () => {
  it('enters no class until the guardian follows the letter, which names the kid by first name alone', async () => {
    const address = guardianEmail();
    await answer({ ageGroup: 'kid', guardianEmail: address });
    const classId = await newClass('kid');
    await expect(enrol(classId)).toBeRefused(guardianFirst);
    const letter = await letterTo(address);
    expect(letter?.subject).toBe('Ana te pide permiso para aprender en Sumi');
    expect(letter?.html).not.toContain('<b>');
    const link = await community.request(null, 'POST', '/api/accounts/links/read', {
      token: tokenIn(letter),
    });
    expect(await link.json()).toEqual({ email: address, kid: 'Ana' });
    const did = await follow(tokenIn(letter));
    expect(await did.json()).toEqual({ did: 'guardian-consent', email: address });
    expect((await enrol(classId)).status).toBe(200);
    expect((await follow(tokenIn(letter))).status).toBe(410);
  });

  it('is told why on the card of the class', async () => {
    await answer({ ageGroup: 'kid', guardianEmail: guardianEmail() });
    const classId = await newClass('kid');
    const read = await community.request(ana, 'GET', `/api/classes/${classId}`);
    expect(await read.json()).toMatchObject({ allowed: { enrol: guardianFirst.code } });
  });

  it('asks another guardian, and the letter to the one before no longer works', async () => {
    const [first, second] = [guardianEmail(), guardianEmail()];
    await answer({ ageGroup: 'kid', guardianEmail: first });
    const before = await letterTo(first);
    const again = await community.request(ana, 'POST', '/api/people/me/guardian', { guardianEmail: second });
    expect(again.status).toBe(200);
    expect((await follow(tokenIn(before))).status).toBe(410);
    expect((await follow(tokenIn(await letterTo(second)))).status).toBe(200);
    expect(await me()).toMatchObject({ guardianConsent: true });
  });

  it('is not consented to by a guardian whose letter was being written while the kid named another one', async () => {
    const [first, second] = [guardianEmail(), guardianEmail()];
    await answer({ ageGroup: 'kid', guardianEmail: first });
    const before = await letterTo(first);
    await community.request(ana, 'POST', '/api/people/me/guardian', { guardianEmail: second });
    // The link is stored while the letter is written: here after the request that ends the links there are.
    await community.db
      .updateTable('accountLinks')
      .set({ usedAt: null })
      .where('userId', '=', ana.id)
      .where('address', '=', first)
      .execute();
    await expect(follow(tokenIn(before))).toBeRefused(linkInvalid);
    expect(await me()).toMatchObject({ guardianConsent: false });
    expect((await follow(tokenIn(await letterTo(second)))).status).toBe(200);
  });

  it('has administrators told once a day that a kid named another guardian, and not that it asked the same one again', async () => {
    const kinds = () =>
      community.db
        .selectFrom('notifications')
        .select(['userId', 'link'])
        .where('kind', '=', 'people.guardian-changed')
        .where('link', '=', `/admin/students?person=${ana.id}`)
        .execute();
    const address = guardianEmail();
    const ask = (email: string) =>
      community.request(ana, 'POST', '/api/people/me/guardian', { guardianEmail: email });
    await answer({ ageGroup: 'kid', guardianEmail: address });
    expect((await ask(address)).status).toBe(200);
    expect(await kinds()).toEqual([]);
    for (let time = 0; time < 2; time++) expect((await ask(guardianEmail())).status).toBe(200);
    expect((await kinds()).map(({ userId }) => userId)).toEqual([admin.id]);
  });

  it('asks at most five times in half an hour', async () => {
    await answer({ ageGroup: 'kid', guardianEmail: guardianEmail() });
    const again = () =>
      community.request(ana, 'POST', '/api/people/me/guardian', { guardianEmail: guardianEmail() });
    for (let time = 0; time < 4; time++) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(429);
  });
});

describe('changeGuardianConsent', () => {
  it('lets an administrator revoke a consent, which gives back the seats and keeps the kid out, on record', async () => {
    await answer({ ageGroup: 'kid', guardianEmail: guardianEmail() });
    expect((await setConsent(true)).status).toBe(200);
    const classId = await newClass('kid');
    expect((await enrol(classId)).status).toBe(200);
    expect((await setConsent(false)).status).toBe(200);
    expect(await seats()).toEqual([]);
    await expect(enrol(classId)).toBeRefused(guardianFirst);
    const acts = await community.db
      .selectFrom('auditLog')
      .select('act')
      .where('personId', '=', ana.id)
      .execute();
    expect(acts.map(({ act }) => act).sort()).toEqual(['people.record-consent', 'people.revoke-consent']);
  });

  it('closes the link of a class that runs with the next request after a consent is revoked', async () => {
    await answer({ ageGroup: 'kid', guardianEmail: guardianEmail() });
    await setConsent(true);
    const classId = await insertClass(
      community.db,
      await community.person({ role: 'teacher', verified: true }),
      {
        startsAt: new Date(community.now().getTime() - 5 * 60_000),
        targetAudience: 'kid',
        meetLink: 'https://meet.example.org/a',
      },
    );
    await insertSeats(community.db, classId, ana);
    const link = async () => {
      const card = (await (
        await community.request(ana, 'GET', `/api/classes/${classId}`)
      ).json()) as ClassCard;
      return card.meetLink;
    };
    expect(await link()).toBe('https://meet.example.org/a');
    await setConsent(false);
    await expect.poll(link).toBeNull();
  });

  it('ends for good where an administrator revoked it: neither the kid nor a letter of before brings it back', async () => {
    const address = guardianEmail();
    await answer({ ageGroup: 'kid', guardianEmail: address });
    const letter = await letterTo(address);
    await setConsent(true);
    await setConsent(false);
    const ask = { guardianEmail: guardianEmail() };
    await expect(community.request(ana, 'POST', '/api/people/me/guardian', ask)).toBeRefused(
      peopleRefusals.consentRevoked,
    );
    expect((await follow(tokenIn(letter))).status).toBe(404);
    expect(await me()).toMatchObject({
      guardianConsent: false,
      consentRevoked: true,
      guardianEmail: address,
    });
    expect((await setConsent(true)).status).toBe(200);
    expect(await me()).toMatchObject({ guardianConsent: true, consentRevoked: false });
  });

  it('records nothing for a person who needs no consent, and only administrators may', async () => {
    expect((await setConsent(true)).status).toBe(200);
    const acts = await community.db
      .selectFrom('auditLog')
      .select('act')
      .where('personId', '=', ana.id)
      .execute();
    expect(acts).toEqual([]);
    expect((await setConsent(true, ana)).status).toBe(403);
  });

  it('is needed by no kid whom an administrator marked', async () => {
    const kid = await community.person({ ageGroup: 'kid' });
    expect(await me(kid)).toMatchObject({ ageGroup: 'kid', guardianConsent: true });
  });
});
