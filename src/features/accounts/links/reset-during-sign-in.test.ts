import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { waitingForLocks } from '../../../testing/races/waiting-for-locks.ts';
import { goodPassword, personWithPassword, signIn, tokenIn } from '../../../testing/sign-in.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

/** Runs `meanwhile` after the library has checked a password and before it goes on. */
async function afterPasswordCheck(meanwhile: () => Promise<unknown>, act: () => Promise<Response>) {
  const { password: hasher } = await community.authentication.$context;
  const { verify } = hasher;
  hasher.verify = async (given) => {
    const right = await verify(given);
    hasher.verify = verify;
    await meanwhile();
    return right;
  };
  try {
    return await act();
  } finally {
    hasher.verify = verify;
  }
}

describe('a sign-in with the old password', () => {
  async function tokenFor({ email }: Person): Promise<string> {
    await community.request(null, 'POST', '/api/accounts/password-reset', { email });
    return tokenIn((await community.letters()).find(({ to }) => to === email));
  }
  async function followReset(token: string): Promise<void> {
    const password = 'colibri-de-papel';
    const answer = await community.request(null, 'PUT', '/api/accounts/password-reset', { token, password });
    expect(answer.status).toBe(200);
  }
  const reset = async (person: Person) => followReset(await tokenFor(person));
  const sessionsOf = ({ id }: Person) =>
    community.db.selectFrom('sessions').select('id').where('userId', '=', id).execute();

  it('that a reset overtakes is refused and leaves no session', async () => {
    const person = await personWithPassword(community);
    const answer = await afterPasswordCheck(
      () => reset(person),
      () => signIn(community, person.email, goodPassword),
    );
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token=');
    expect(await sessionsOf(person)).toEqual([]);
  });

  /**
   * A reset that is about to take the row of its user, and sign-ins with the old password, in two processes, that are
   * about to open a session. What `enter` answers is set aside: what counts are the sessions that are left.
   */
  async function race(
    count: number,
    enter: (person: Person, n: number) => Promise<unknown>,
  ): Promise<number> {
    const person = await personWithPassword(community);
    const token = await tokenFor(person);
    let racing: Promise<unknown> | undefined;
    await community.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute();
      const resetting = followReset(token);
      await expect.poll(() => waitingForLocks(community.db)).toHaveLength(1);
      const signingIn = Array.from({ length: count }, (_, n) => enter(person, n));
      racing = Promise.all([resetting, Promise.allSettled(signingIn)]);
      // The semaphore of each process lets two at a time check a password, and the session is opened within it.
      await expect.poll(() => waitingForLocks(community.db).then(({ length }) => length)).toBeGreaterThan(4);
    });
    await racing;
    return (await sessionsOf(person)).length;
  }

  it('at the same time as a reset leaves no session, also in another process', async () => {
    const elsewhere = await community.anotherProcess({ sharedPages: false });
    for (let round = 0; round < 3; round++) {
      const left = await race(12, ({ email }, n) =>
        (n % 2 ? elsewhere : community.request)(null, 'POST', '/api/auth/sign-in/email', {
          email,
          password: goodPassword,
        }),
      );
      expect(left).toBe(0);
    }
  });

  it('the control: at the same time as a reset leaves a session without our check', async () => {
    const left = await race(4, ({ email }) =>
      community.authentication.api.signInEmail({ body: { email, password: goodPassword } }),
    );
    expect(left).toBeGreaterThan(0);
  });

  it('that waits for the second factor ends with the reset', async () => {
    const person = await personWithPassword(community);
    await community.db
      .insertInto('verifications')
      .values({ identifier: '2fa-abc', value: person.id, expiresAt: new Date(Date.now() + 600_000) })
      .execute();
    await reset(person);
    const waiting = await community.db
      .selectFrom('verifications')
      .select('id')
      .where('value', '=', person.id)
      .execute();
    expect(waiting).toEqual([]);
  });
});
