import { spawnSync } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../testing/postgres/embedded-database.ts';
import {
  dataOf,
  type Machine,
  password,
  planHosts,
  runHere,
  urlOf,
} from '../../testing/processes/standby-scene.ts';
import { connect } from '../db/connect.ts';
import { nameOfHost } from '../db/database-hosts.ts';
import { copyPrimary } from './copy-primary.ts';

// The folder of the second machine holds a community that was tried out there. Each test goes on from the one before.

const patiently = { timeout: 200_000, interval: 20 };
const timeoutMs = 300_000;
const folders = { one: makeFolder({ finished: afterAll }), two: makeFolder({ finished: afterAll }) };

let plan: Awaited<ReturnType<typeof planHosts>>;
let real: Machine;
const name = (machine: Machine, community: string) =>
  machine.ask(`create table communities as select '${community}' as name;
    grant select on communities to sumi`);

beforeAll(async () => {
  plan = await planHosts();
  const { one, two, sharedBy } = plan;
  const tried = await runHere(folders.two, sharedBy(two, [two]));
  await name(tried, 'tried out');
  await tried.stop();
  real = await runHere(folders.one, sharedBy(one, [one]));
  await name(real, 'real');
  await real.stop();
  real = await runHere(folders.one, sharedBy(one));
}, timeoutMs);
afterAll(() => real?.stop());

it(
  'npm run standby says in one line that its password is not that of the primary',
  () => {
    const { one, two } = plan;
    const env = {
      ...process.env,
      DATA_DIR: makeFolder(),
      DATABASE_URL: `postgresql://sumi:${'another-'.repeat(3)}@${nameOfHost(one)},${nameOfHost(two)}/sumi`,
      DATABASE_LISTEN: nameOfHost(two),
    };
    const { status, stderr } = spawnSync(process.execPath, ['scripts/operate/standby.ts'], {
      env,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(
      /^DATABASE_URL: its password is not the one that .* all machines need the same\.\n$/,
    );
    expect(status).toBe(1);
  },
  timeoutMs,
);

it(
  'npm run standby refuses a DATA_DIR of another community than the one that takes writes',
  async () => {
    const { two, sharedBy } = plan;
    await expect(runHere(folders.two, sharedBy(two))).rejects.toThrow('is another community than the one at');
  },
  timeoutMs,
);

it(
  'a primary and its servers ignore a host of another community on a later timeline',
  async () => {
    const { one, two, sharedBy } = plan;
    const both = { url: urlOf([one, two]) };
    const running = connect(both, { poolSize: 1 });
    onTestFinished(running.close);
    const ask = async () => (await running.pool.query('select name from communities')).rows;
    expect(await ask()).toEqual([{ name: 'real' }]);

    await writeFile(path.join(dataOf(folders.two), 'standby.signal'), '', { mode: 0o600 });
    const tried = await runHere(folders.two, sharedBy(two, [two]));
    onTestFinished(() => tried.stop());
    await tried.ask('select pg_promote(true, 60)');
    await expect.poll(() => real.output.join(), patiently).toContain('is another community: it is ignored');
    expect(await real.ask('select name from communities')).toEqual({ name: 'real' });
    expect(await ask()).toEqual([{ name: 'real' }]);

    // A server that starts only now cannot know which of the two is meant.
    const starting = connect({ url: `${both.url}?fallback_application_name=starts-now` }, { poolSize: 1 });
    onTestFinished(starting.close);
    await expect(starting.pool.query('select 1')).rejects.toThrow(
      'are different communities: stop the wrong one',
    );

    // Nor does one that used the real one go over while that is away.
    await real.stop();
    await expect
      .poll(() => ask().catch((error: Error) => error.message), patiently)
      .toContain('another community');
    real = await runHere(folders.one, sharedBy(one, [one]));
    await expect.poll(() => ask().catch(() => null), patiently).toEqual([{ name: 'real' }]);
  },
  timeoutMs,
);

it(
  'the control: a copy of the community that takes writes is run as its standby',
  async () => {
    const { one, two, sharedBy } = plan;
    await rename(dataOf(folders.two), `${dataOf(folders.two)}-tried`);
    await copyPrimary(folders.two, one, password);
    const standby = await runHere(folders.two, sharedBy(two));
    onTestFinished(() => standby.stop());
    expect(await standby.ask('select name from communities')).toEqual({ name: 'real' });
  },
  timeoutMs,
);
