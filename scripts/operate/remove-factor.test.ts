import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { symmetricEncrypt } from 'better-auth/crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Community, newCommunity, type Person } from '../../src/testing/community.ts';
import { testSecret } from '../../src/testing/processes/community-options.ts';
import { urlOf } from '../../src/testing/processes/start-server.ts';
import { cookiesOf, personWithPassword, setUpFactor, signIn, whoHas } from '../../src/testing/sign-in.ts';

let community: Community;
let dataDir: string;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'sumi-remove-factor-'));
  return () => rmSync(dataDir, { recursive: true });
});

// Each sign-in hashes a password, on purpose slowly: a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

/** Runs the command as an operator does, beside a server that runs. */
function run(...words: readonly string[]): Promise<{ code: unknown; output: string; errors: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: urlOf(community.address), DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/operate/remove-factor.ts', ...words],
      { env },
      (error, output, errors) => resolve({ code: error ? error.code : 0, output, errors }),
    );
  });
}

async function withFactor(): Promise<Person & { session: string }> {
  const person = await personWithPassword(community);
  const { cookie } = await setUpFactor(community, person);
  return { ...person, session: cookie };
}

/** Whether the password alone signs in. */
const entersByPassword = async ({ email }: Person) =>
  cookiesOf(await signIn(community, email)).includes('session_token');

it('npm run remove-factor --unreadable takes off the factors that the secret of DATA_DIR does not open, and no other', async () => {
  const [lost, kept] = [await withFactor(), await withFactor()];
  const secret = await symmetricEncrypt({ key: 'the secret of a machine that is gone', data: 'a secret' });
  await community.db.updateTable('twoFactors').set({ secret }).where('userId', '=', lost.id).execute();
  writeFileSync(path.join(dataDir, 'secret'), testSecret);
  const taken = (count: number) => `Second factors that this secret does not open, taken off: ${count}.\n`;
  expect(await run('--unreadable')).toEqual({ code: 0, output: taken(1), errors: '' });
  expect([await entersByPassword(lost), await entersByPassword(kept)]).toEqual([true, false]);
  await expect.poll(() => whoHas(community, lost.session)).toBeNull();
  expect(await whoHas(community, kept.session)).toMatchObject({ id: kept.id, secondFactor: true });
  expect(await run('--unreadable')).toEqual({ code: 0, output: taken(0), errors: '' });
});

it('npm run remove-factor --unreadable exits 2 and takes off no factor where it finds no secret', async () => {
  const person = await withFactor();
  expect(await run('--unreadable')).toEqual({
    code: 2,
    output: '',
    errors: `Nothing was changed. There is no secret in ${dataDir}: set DATA_DIR or SECRET as for the server.\n`,
  });
  expect(await whoHas(community, person.session)).toMatchObject({ secondFactor: true });
});

it('npm run remove-factor EMAIL takes off the factor of one person, and says so where there is none', async () => {
  const [person, other] = [await withFactor(), await withFactor()];
  const { code, output } = await run(person.email.toUpperCase());
  expect([code, output]).toEqual([0, expect.stringMatching(/signs in with the password alone now/)]);
  expect([await entersByPassword(person), await entersByPassword(other)]).toEqual([true, false]);
  const again = await run(person.email);
  expect([again.code, again.output]).toEqual([0, expect.stringMatching(/has no second factor\.\n$/)]);
  const unknown = await run('nadie@example.org');
  expect([unknown.code, unknown.errors]).toEqual([1, 'No person has the address nadie@example.org.\n']);
});

it.each<[string, readonly string[]]>([
  ['no address', []],
  ['two addresses', ['a@example.org', 'b@example.org']],
])('npm run remove-factor exits 2 and says how it is called, given %s', async (_, words) => {
  const usage = 'Usage: npm run remove-factor -- EMAIL, or --unreadable\n';
  expect(await run(...words)).toEqual({ code: 2, output: '', errors: usage });
});
