import { symmetricEncrypt } from 'better-auth/crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { testSecret } from '../../../testing/processes/community-options.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import {
  askAuth,
  beginFactor,
  cookiesOf,
  goodPassword,
  personWithPassword,
  type SecondFactor,
  setUpFactor,
  signIn,
  whoHas,
} from '../../../testing/sign-in.ts';
import { codeOf, secretOf } from '../../../testing/totp.ts';
import { removeUnreadableFactors } from './remove-factor.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

// Each sign-in hashes a password, on purpose slowly: a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

type Setup = Omit<SecondFactor, 'cookie'>;

const step = (cookie: string, path: string, body: unknown, at = community) =>
  askAuth(at, cookie, `/two-factor/${path}`, body);

/** Switched on, with the session that came of it. */
async function withSecondFactor(at = community): Promise<SecondFactor & { person: Person }> {
  const person = await personWithPassword(at);
  return { ...(await setUpFactor(at, person)), person };
}

/** The password was right: what the browser holds while it is asked for a code. */
async function challenge(person: Person, at = community): Promise<string> {
  const answer = await signIn(at, person.email);
  expect(await answer.json()).toMatchObject({ twoFactorRedirect: true });
  const cookie = cookiesOf(answer);
  expect(cookie).not.toContain('session_token');
  return cookie;
}

/** Four browsers were asked for a code, and send the same one, of the app or a backup code, at once. */
async function enterAtOnce(
  person: Person,
  path: 'verify-totp' | 'verify-backup-code',
  code: string,
  at = community,
): Promise<number[]> {
  const challenges: string[] = [];
  for (let n = 0; n < 4; n++) challenges.push(await challenge(person, at));
  const outcomes = await raceForTable(at.db, 'usedCodes', () =>
    challenges.map((cookie) => step(cookie, path, { code }, at)),
  );
  return outcomes.map((one) => (one.status === 'fulfilled' ? one.value.status : 500));
}

/** Each use of a code stands under another name, and the library's list of backup codes stays as it is. */
const forgetUsedCodes = `
  create function forget_code() returns trigger language plpgsql as
    $$ begin new.code := gen_random_uuid()::text; return new; end $$;
  create trigger forget_code before insert on used_codes for each row execute function forget_code();
  create function keep_backup_codes() returns trigger language plpgsql as
    $$ begin new.backup_codes := old.backup_codes; return new; end $$;
  create trigger keep_backup_codes before update on two_factors for each row execute function keep_backup_codes()`;

describe('the second factor is switched on', () => {
  it('with the password and a first code; other sessions end, and the owner is told', async () => {
    const person = await personWithPassword(community);
    const elsewhere = await community.anotherSession(person);
    expect((await step(person.cookie, 'enable', { password: 'no-es-esta' })).status).toBe(400);
    const setup = await beginFactor(community, person.cookie);
    expect(setup.backupCodes).toHaveLength(10);
    expect(setup.totpURI).toMatch(/^otpauth:\/\/totp\/Sumi:/);
    // It is not on yet: a person who mistyped the code can still sign in.
    expect((await step(person.cookie, 'verify-totp', { code: '000000' })).status).toBe(401);
    expect(cookiesOf(await signIn(community, person.email))).toContain('session_token');

    const on = await step(person.cookie, 'verify-totp', { code: codeOf(setup.totpURI) });
    expect(on.status).toBe(200);
    expect(await whoHas(community, cookiesOf(on))).toMatchObject({ id: person.id, secondFactor: true });
    for (const { cookie } of [person, elsewhere]) {
      await expect.poll(() => whoHas(community, cookie)).toBeNull();
    }
    expect((await community.letters()).at(-1)).toMatchObject({
      to: person.email,
      subject: 'Activaste la verificación en dos pasos',
    });
  });
});

it('neither the secret nor a code of the second factor stands in the database as it is', async () => {
  const { person, totpURI, backupCodes } = await withSecondFactor();
  const code = codeOf(totpURI, 1);
  expect((await step(await challenge(person), 'verify-totp', { code })).status).toBe(200);
  const tried = { code: backupCodes[0] };
  expect((await step(await challenge(person), 'verify-backup-code', tried)).status).toBe(200);
  expect((await step(await challenge(person), 'verify-backup-code', tried)).status).toBe(401);
  const secret = new URL(totpURI).searchParams.get('secret');
  const secrets = [secret, secretOf(totpURI).toString(), code, ...backupCodes];
  for (const table of ['twoFactors', 'usedCodes', 'verifications', 'sessions', 'rateLimits'] as const) {
    const text = JSON.stringify(await community.db.selectFrom(table).selectAll().execute());
    if (table === 'twoFactors' || table === 'usedCodes') expect(text).toContain(person.id);
    // Digits of a code stand in times and counts by chance, but never as a whole word.
    for (const each of secrets) expect(text).not.toMatch(new RegExp(`\\b${each}\\b`));
  }
});

describe('signing in', () => {
  it('takes the code of the app after the password', async () => {
    const { person, totpURI } = await withSecondFactor();
    const cookie = await challenge(person);
    expect(await whoHas(community, cookie)).toBeNull();
    expect((await step(cookie, 'verify-totp', { code: '000000' })).status).toBe(401);
    const entered = await step(cookie, 'verify-totp', { code: codeOf(totpURI, 1) });
    expect(entered.status).toBe(200);
    expect(await whoHas(community, cookiesOf(entered))).toMatchObject({ id: person.id });
  });

  it('takes each code once, also of four browsers at once', async () => {
    const { person, totpURI } = await withSecondFactor();
    const code = codeOf(totpURI, 1);
    expect((await enterAtOnce(person, 'verify-totp', code)).sort()).toEqual([200, 401, 401, 401]);
    const late = await step(await challenge(person), 'verify-totp', { code });
    expect([late.status, (await late.json()).code]).toEqual([401, 'INVALID_CODE']);
  });

  it('the control: takes a code twice without used codes', async () => {
    const { person, totpURI } = await withSecondFactor();
    const code = codeOf(totpURI, 1);
    for (let n = 0; n < 2; n++) {
      expect((await step(await challenge(person), 'verify-totp', { code })).status).toBe(200);
      await community.db.deleteFrom('usedCodes').execute();
    }
  });

  it('takes a backup code once, also of four browsers at once', async () => {
    const { person, backupCodes } = await withSecondFactor();
    const [code = ''] = backupCodes;
    const statuses = await enterAtOnce(person, 'verify-backup-code', code);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
    await community.db.deleteFrom('usedCodes').execute();
    expect((await step(await challenge(person), 'verify-backup-code', { code })).status).toBe(401);
    const next = await step(await challenge(person), 'verify-backup-code', { code: backupCodes[1] });
    expect(next.status).toBe(200);
  });

  it('the control: takes a backup code of several browsers at once where used codes are forgotten', async () => {
    const forgetful = await newCommunity({ withoutGuards: forgetUsedCodes });
    const { person, backupCodes } = await withSecondFactor(forgetful);
    const statuses = await enterAtOnce(person, 'verify-backup-code', backupCodes[0] ?? '', forgetful);
    await forgetful.close();
    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  it('allows five wrong codes, then asks for the password again', async () => {
    const { person, totpURI } = await withSecondFactor();
    const cookie = await challenge(person);
    for (let n = 0; n < 5; n++) {
      expect((await step(cookie, 'verify-totp', { code: `00000${n}` })).status).toBe(401);
    }
    expect((await step(cookie, 'verify-totp', { code: codeOf(totpURI, 1) })).status).toBe(400);
    expect((await step(cookie, 'verify-totp', { code: codeOf(totpURI, -1) })).status).toBe(401);
  });

  it('locks for a quarter of an hour after ten wrong codes, and says how long', async () => {
    const { person, totpURI } = await withSecondFactor();
    for (let round = 0; round < 2; round++) {
      const cookie = await challenge(person);
      for (let n = 0; n < 5; n++) await step(cookie, 'verify-totp', { code: `1${round}000${n}` });
    }
    const locked = await step(await challenge(person), 'verify-totp', { code: codeOf(totpURI, 1) });
    expect(locked.status).toBe(429);
    expect(locked.headers.get('retry-after')).toBe('900');
  });

  it('trusts no browser to go without', async () => {
    const { person, totpURI } = await withSecondFactor();
    const entered = await step(await challenge(person), 'verify-totp', {
      code: codeOf(totpURI, 1),
      trustDevice: true,
    });
    expect(cookiesOf(entered)).not.toContain('trust');
    const again = await askAuth(community, cookiesOf(entered), '/sign-in/email', {
      email: person.email,
      password: goodPassword,
    });
    expect(await again.json()).toMatchObject({ twoFactorRedirect: true });
  });

  it('is asked for after a new password, too', async () => {
    const { person } = await withSecondFactor();
    await community.db
      .updateTable('users')
      .set({ emailVerified: true })
      .where('id', '=', person.id)
      .execute();
    await community.request(null, 'POST', '/api/accounts/password-reset', { email: person.email });
    const letter = (await community.letters()).find(({ text }) => text.includes('/auth/reset#token='));
    const token = /#token=(\S+)/.exec(letter?.text ?? '')?.[1];
    await community.request(null, 'PUT', '/api/accounts/password-reset', {
      token,
      password: 'colibri-de-papel',
    });
    const answer = await signIn(community, person.email, 'colibri-de-papel');
    expect(await answer.json()).toMatchObject({ twoFactorRedirect: true });
  });
});

it('a factor of another secret is refused by name, and signs in again once it was taken off; others stay', async () => {
  const { person, totpURI, backupCodes } = await withSecondFactor();
  const { person: other, totpURI: otherURI } = await withSecondFactor();
  const [secret, ...codes] = await Promise.all(
    ['a secret', 'codes'].map((data) => symmetricEncrypt({ key: 'another secret', data })),
  );
  await community.db
    .updateTable('twoFactors')
    .set({ secret, backupCodes: codes[0] })
    .where('userId', '=', person.id)
    .execute();
  const cookie = await challenge(person);
  for (const [path, code] of [
    ['verify-totp', codeOf(totpURI, 1)],
    ['verify-backup-code', backupCodes[0]],
  ] as const) {
    const answer = await step(cookie, path, { code });
    expect([answer.status, (await answer.json()).code]).toEqual([409, 'FACTOR_UNREADABLE']);
  }
  const ctx = await community.ctxFor();
  expect(await removeUnreadableFactors(ctx, testSecret)).toBe(1);
  expect(cookiesOf(await signIn(community, person.email))).toContain('session_token');
  const entered = await step(await challenge(other), 'verify-totp', { code: codeOf(otherURI, 1) });
  expect(entered.status).toBe(200);
});

describe('the second factor is switched off', () => {
  it('with the password; other sessions end, the owner is told, and the password is enough again', async () => {
    const { person, cookie } = await withSecondFactor();
    const elsewhere = await community.anotherSession(person);
    expect((await step(cookie, 'disable', { password: 'no-es-esta' })).status).toBe(400);
    const off = await step(cookie, 'disable', { password: goodPassword });
    expect(off.status).toBe(200);
    expect(await whoHas(community, cookiesOf(off))).toMatchObject({ id: person.id, secondFactor: false });
    await expect.poll(() => whoHas(community, elsewhere.cookie)).toBeNull();
    expect((await community.letters()).at(-1)?.subject).toBe('Desactivaste la verificación en dos pasos');
    expect(cookiesOf(await signIn(community, person.email))).toContain('session_token');
  });
});

it('new backup codes end the ones before, and take the password', async () => {
  const { person, cookie, backupCodes } = await withSecondFactor();
  expect((await step(cookie, 'generate-backup-codes', { password: 'no-es-esta' })).status).toBe(400);
  const fresh: Setup = await (await step(cookie, 'generate-backup-codes', { password: goodPassword })).json();
  expect(fresh.backupCodes).toHaveLength(10);
  const old = await step(await challenge(person), 'verify-backup-code', { code: backupCodes[0] });
  expect(old.status).toBe(401);
  const now = await step(await challenge(person), 'verify-backup-code', { code: fresh.backupCodes[0] });
  expect(now.status).toBe(200);
});
