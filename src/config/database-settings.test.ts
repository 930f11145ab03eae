import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'sumi-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env });
const url = 'postgresql://sumi:sixteen%20letters%21@one:5432,two,[fd00::3]:5434/sumi';

it('the embedded database is for this machine alone until it is told where to listen', () => {
  expect(read()).toMatchObject({ sharedDatabase: null, hasStandby: false });
  expect(read({ DATABASE_URL: 'postgres://sumi@db/sumi' })).toMatchObject({ hasStandby: false });
  // A server without a database of its own follows those of the others.
  expect(read({ DATABASE_URL: url })).toMatchObject({ sharedDatabase: null, hasStandby: true });
});

it('a machine that runs one of the databases knows all of them, and which is its own', () => {
  const hosts = [
    { host: 'one', port: 5432 },
    { host: 'two', port: 5432 },
    { host: 'fd00::3', port: 5434 },
  ];
  const shared = { url, hosts, password: 'sixteen letters!', sync: false };
  const listening = (listen: string, more = {}) =>
    read({ DATABASE_URL: url, DATABASE_LISTEN: listen, ...more });
  expect(listening('two:5432').sharedDatabase).toEqual({ ...shared, listen: hosts[1] });
  expect(listening('[fd00::3]:5434', { STANDBY_SYNC: 'yes' }).sharedDatabase).toEqual({
    ...{ ...shared, listen: hosts[2], sync: true },
  });
});

it('readConfig takes the replica that is named, which may be the same hosts', () => {
  expect(read({ DATABASE_URL: url }).replicaUrl).toBe(null);
  expect(read({ DATABASE_URL: url, DATABASE_REPLICA_URL: url }).replicaUrl).toBe(url);
});

it.each([
  [{ DATABASE_URL: 'postgres://sumi@one:5432:2,two/sumi' }, 'several hosts are written as'],
  [{ STANDBY_SYNC: 'yes' }, 'STANDBY_SYNC: goes with DATABASE_LISTEN'],
  [{ DATABASE_LISTEN: 'one:5432' }, 'must be one of the hosts of DATABASE_URL'],
  [{ DATABASE_URL: url, DATABASE_LISTEN: '0.0.0.0:5432' }, 'must be one of the hosts of DATABASE_URL'],
  [{ DATABASE_URL: url.replace('sixteen', ''), DATABASE_LISTEN: 'one' }, 'of 16 characters or more'],
  [{ DATABASE_URL: url.replace('//sumi', '//root'), DATABASE_LISTEN: 'one' }, 'sumi:PASSWORD@HOSTS/sumi'],
  [{ DATABASE_REPLICA_URL: url }, 'DATABASE_REPLICA_URL: goes with DATABASE_URL'],
  [{ DATABASE_URL: url, DATABASE_REPLICA_URL: 'two:5432' }, 'is written as postgresql://'],
  [{ DATABASE_URL: url, DATABASE_REPLICA_URL: url, SHARED_PAGES_MB: '0' }, 'SHARED_PAGES_MB is 0'],
  [{ DATABASE_URL: url.replace('%20', '%zz'), DATABASE_LISTEN: 'one' }, 'a % that stands for nothing'],
])('settings of a shared database that contradict each other are refused: %o', (env, why) => {
  expect(() => read(env as Record<string, string>)).toThrow(why);
});
