import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { removeFactor } from '#features/accounts/sign-in/remove-factor.ts';
import { type Community, newCommunity } from '../testing/community.ts';
import { policy } from '../testing/permission-policy.ts';
import {
  askAuth,
  cookiesOf,
  goodPassword,
  personWithPassword,
  setUpFactor,
  signIn,
  tokenIn,
  whoHas,
} from '../testing/sign-in.ts';
import { codeOf } from '../testing/totp.ts';

// Each sign-in hashes a password, on purpose slowly: a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ requireSecondFactor: true });
});
afterAll(() => community.close());

const beyondStudents = Object.entries(policy).filter(
  ([, { says }]) => says.administrator === 'allowed' && says.student !== 'allowed',
);

const makeAdmin = () => community.person({ role: 'admin', tier: 'vip', coins: 5000 });

describe('where administrators need a second factor', () => {
  it.each(beyondStudents)(
    'an administrator without it is answered as a student by %s',
    async (_row, { says, call }) => {
      const person = await makeAdmin();
      const { method, path, body, headers } = await call(community, person);
      const answer = await community.request(person, method, path, body, headers);
      await answer.body?.cancel();
      expect(answer.status).toBe(says.student);
    },
  );

  it('an administrator who has it has their rights', async () => {
    const person = await community.person({ role: 'admin', secondFactor: true });
    expect(await whoHas(community, person.cookie)).toMatchObject({ role: 'admin', factorDue: false });
    expect((await community.request(person, 'GET', '/api/admin/overview')).status).toBe(200);
  });

  it('the only administrator sets one up in the session at hand, and administers with the one that follows', async () => {
    const person = await personWithPassword(community);
    await community.db.insertInto('userRoles').values({ userId: person.id, role: 'admin' }).execute();
    const asked = await community.anotherSession(person);
    expect(await whoHas(community, asked.cookie)).toMatchObject({ role: 'student', factorDue: true });
    const step = (path: string, body: unknown) =>
      askAuth(community, asked.cookie, `/two-factor/${path}`, body);
    const { totpURI } = await (await step('enable', { password: goodPassword })).json();
    expect(await whoHas(community, asked.cookie)).toMatchObject({ factorDue: true });
    const on = await step('verify-totp', { code: codeOf(totpURI) });
    expect(await whoHas(community, cookiesOf(on))).toMatchObject({ role: 'admin', factorDue: false });
    // A session that began without the factor is asked again.
    await expect.poll(() => whoHas(community, asked.cookie)).toBeNull();
  });

  it('one who signs in by a provider alone is told so, makes a password by letter, and then sets up the factor', async () => {
    const person = await community.person({ role: 'admin' });
    await community.db
      .insertInto('signInMethods')
      .values({ userId: person.id, providerId: 'google', accountId: person.id })
      .execute();
    // What the page in place of the admin area goes by: without `email` among them it says to make a password first.
    const asked = await community.request(person, 'GET', '/api/accounts/me');
    expect((await asked.json()).account).toMatchObject({
      role: 'student',
      factorDue: true,
      identities: [{ provider: 'google' }],
    });
    expect((await askAuth(community, person.cookie, '/two-factor/enable', { password: 'x' })).status).toBe(
      400,
    );

    await community.request(person, 'POST', '/api/accounts/password-reset', { email: person.email });
    const token = tokenIn((await community.letters()).find(({ to }) => to === person.email));
    const reset = { token, password: goodPassword };
    expect((await community.request(null, 'PUT', '/api/accounts/password-reset', reset)).status).toBe(200);
    const cookie = cookiesOf(await signIn(community, person.email));
    const { cookie: after } = await setUpFactor(community, { ...person, cookie });
    expect(await whoHas(community, after)).toMatchObject({ role: 'admin', factorDue: false });
  });

  it('a person who gets the role has the rights of the others until the factor is there', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    await community.db.insertInto('userRoles').values({ userId: teacher.id, role: 'admin' }).execute();
    await expect
      .poll(() => whoHas(community, teacher.cookie))
      .toMatchObject({ role: 'teacher', verifiedTeacher: true, factorDue: true });
  });

  it('a factor that was lost with its backup codes is taken off from the machine, and its sessions end', async () => {
    const person = await community.person({ role: 'admin', secondFactor: true });
    expect(await whoHas(community, person.cookie)).toMatchObject({ role: 'admin' });
    await removeFactor(await community.ctxFor(), person.id);
    await expect.poll(() => whoHas(community, person.cookie)).toBeNull();
    const again = await community.anotherSession(person);
    expect(await whoHas(community, again.cookie)).toMatchObject({ role: 'student', factorDue: true });
  });

  it('students and teachers need none', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    expect(await whoHas(community, teacher.cookie)).toMatchObject({ role: 'teacher', factorDue: false });
    const person = await community.person();
    expect(await whoHas(community, person.cookie)).toMatchObject({ role: 'student', factorDue: false });
  });
});
