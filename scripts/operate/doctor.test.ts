import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyInvariant } from '../../src/every-invariant.ts';
import { type Community, newCommunity, type Person } from '../../src/testing/community.ts';
import { urlOf } from '../../src/testing/processes/start-server.ts';

let community: Community;
let buyer: Person;
beforeAll(async () => {
  community = await newCommunity();
  await community.person({ role: 'admin' });
  buyer = await community.person({ coins: 1_000_000 });
});
afterAll(() => community.close());

/** Runs the command as an operator does. */
function runDoctor(
  settings: Record<string, string>,
): Promise<{ code: unknown; output: string; errors: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/operate/doctor.ts'],
      { env: { PATH: process.env.PATH, ...settings } },
      (error, output, errors) => resolve({ code: error ? error.code : 0, output, errors }),
    );
  });
}

it('npm run doctor exits 0 and says of each promise that it holds, while a server writes to the database', async () => {
  const send = await community.anotherProcess({ sharedPages: true, listens: true });
  const statuses = new Set<number>();
  let over = false;
  const buying = (async () => {
    while (!over) {
      statuses.add((await send(buyer, 'POST', '/api/store/orders', { itemId: 'custom-avatar' })).status);
    }
  })();
  const { code, output, errors } = await runDoctor({ DATABASE_URL: urlOf(community.address) });
  over = true;
  await buying;
  expect(output.trim().split('\n')).toEqual([
    ...everyInvariant.map(({ name }) => `ok      ${name}`),
    'All is well.',
  ]);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(statuses).toEqual(new Set([200]));
});

it('npm run doctor exits 1, names what is broken with its rows, and changes nothing', async () => {
  const { id } = await community.person();
  await sql`update wallets set balance = 7 where user_id = ${id}`.execute(community.db);
  const { code, output } = await runDoctor({ DATABASE_URL: urlOf(community.address) });
  const broken = output.split('\n').filter((line) => line.startsWith('BROKEN'));
  expect(broken).toContain('BROKEN  a wallet is the sum of its ledger and counts its movements');
  expect(output).toMatch(new RegExp(`^ {8}\\{.*${id}.*\\}$`, 'm'));
  expect(output).toContain(`${broken.length} of ${everyInvariant.length} do not hold.`);
  expect(code).toBe(1);
  const wallet = community.db.selectFrom('wallets').select('balance').where('userId', '=', id);
  expect(await wallet.executeTakeFirst()).toEqual({ balance: 7 });
});

it('npm run doctor exits 2 with one line where no database runs', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sumi-doctor-'));
  expect(await runDoctor({ DATA_DIR: folder })).toEqual({
    code: 2,
    output: '',
    errors: 'There is no database: start Sumi first, or name one in DATABASE_URL.\n',
  });
  rmSync(folder, { recursive: true });
});
