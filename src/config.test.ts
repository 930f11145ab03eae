import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { usualKeptDays } from '#features/privacy/rules.ts';
import { ConfigError, readConfig } from './config.ts';
import { linksToShow } from './start/links-to-show.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'sumi-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env });
const production = {
  NODE_ENV: 'production',
  APP_URL: 'https://sumi.example',
  DATABASE_URL: 'postgres://sumi@db/sumi',
  SECRET: 'x'.repeat(32),
};

it('readConfig needs no setting: the default is a demo on the embedded database, for this machine only', () => {
  expect(read()).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    appUrl: 'http://localhost:3000',
    origins: ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'],
    databaseUrl: undefined,
    seed: 'demo',
    firstAdmin: null,
    passwordMinLength: 6,
    trustProxy: false,
  });
});

it('readConfig gives a real community only the links that it sets, and the demo one for each network', () => {
  expect(linksToShow(read({ SEED: 'none', COMMUNITY_X: 'https://x.com/aqui' }))).toEqual({
    whatsApp: '',
    examples: false,
    networks: { x: 'https://x.com/aqui' },
  });
  expect(linksToShow(read()).examples).toBe(true);
  expect(Object.keys(linksToShow(read()).networks)).toHaveLength(6);
});

it('readConfig runs one process, a number of them, or one each core', () => {
  expect(read().processes).toBe(1);
  expect(read({ PROCESSES: '4' }).processes).toBe(4);
  expect(read({ PROCESSES: 'auto' }).processes).toBe(os.availableParallelism());
  for (const wrong of ['0', '65', '1.5', 'many'])
    expect(() => read({ PROCESSES: wrong })).toThrow('PROCESSES');
});

it('.env.example starts a community as it stands, the same as no setting', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>;
  expect(read({ ...example, DATA_DIR: dataDir })).toEqual(read());
});

it('readConfig treats an empty setting as not set', () => {
  expect(read({ PORT: '', APP_URL: '', SEED: '' })).toEqual(read());
});

it('readConfig refuses a DATA_DIR that it cannot write to with one line that names the setting', () => {
  const file = path.join(dataDir, 'file');
  writeFileSync(file, 'no folder');
  const reading = () => read({ DATA_DIR: path.join(file, 'data') });
  expect(reading).toThrow(ConfigError);
  expect(reading).toThrow(/^DATA_DIR: [^\n]*ENOTDIR[^\n]*$/);
});

it('readConfig creates a secret once, in a file that only its owner can read', () => {
  const { secret } = read();
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(read().secret).toBe(secret);
  const file = path.join(dataDir, 'secret');
  expect(readFileSync(file, 'utf8')).toBe(secret);
  expect(statSync(file).mode & 0o077).toBe(0);
});

it('readConfig allows no demo in production, behind TLS or on an external database', () => {
  expect(read(production).seed).toBe('none');
  expect(read({ APP_URL: 'https://sumi.example' }).seed).toBe('none');
  expect(read({ DATABASE_URL: 'postgres://sumi@db/sumi' }).seed).toBe('none');
});

it('readConfig brings no demo and no test payments to other machines by itself', () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.1.20'])
    expect(read({ HOST })).toMatchObject({ seed: 'none', seedBecause: 'network', testPayments: false });
  for (const HOST of ['127.0.0.1', 'localhost', '::1', '127.0.0.2'])
    expect(read({ HOST })).toMatchObject({ seed: 'demo', testPayments: true });
  expect(read({ HOST: '0.0.0.0', SEED: 'demo', TEST_PAYMENTS: 'yes' })).toMatchObject({
    seed: 'demo',
    testPayments: true,
  });
});

it('readConfig brings no demo and no test payments by itself to visitors of a proxy on this machine', () => {
  for (const APP_URL of ['http://10.0.0.5', 'http://sumi.local', 'http://sumi.escuela.example:8080'])
    expect(read({ APP_URL })).toMatchObject({ seed: 'none', seedBecause: 'address', testPayments: false });
  expect(read({ TRUST_PROXY: 'yes' })).toMatchObject({
    seed: 'none',
    seedBecause: 'proxy',
    testPayments: false,
  });
  for (const APP_URL of ['http://localhost:5173', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(read({ APP_URL, TRUST_PROXY: 'no' })).toMatchObject({ seed: 'demo', testPayments: true });
  expect(read({ TRUST_PROXY: 'yes', SEED: 'demo', TEST_PAYMENTS: 'yes' })).toMatchObject({
    seed: 'demo',
    testPayments: true,
  });
});

it('readConfig takes pages at every address where other machines reach it, until APP_URL names one', () => {
  expect(read({ HOST: '192.168.1.20' }).origins).toContain('http://192.168.1.20:3000');
  expect(read({ HOST: 'fd00::2', PORT: '3001' }).origins).toContain('http://[fd00::2]:3001');
  const outside = Object.values(os.networkInterfaces()).flatMap((all) => all ?? []);
  const [v4] = outside.filter(({ family, internal }) => family === 'IPv4' && !internal);
  for (const HOST of ['0.0.0.0', '::'])
    expect(read({ HOST }).origins).toEqual(
      expect.arrayContaining(v4 ? [`http://${v4.address}:3000`, 'http://localhost:3000'] : []),
    );
  expect(read({ HOST: '0.0.0.0', APP_URL: 'https://sumi.example' }).origins).toEqual([
    'https://sumi.example',
  ]);
});

it('.env.example and docs/data.md say for how many days things are kept as it is', () => {
  const [example, page] = ['.env.example', 'docs/data.md'].map((name) =>
    readFileSync(path.join(import.meta.dirname, '..', name), 'utf8'),
  );
  const stated = {
    SESSION_IDLE_DAYS: usualKeptDays.idleSessions,
    SESSION_MAX_DAYS: usualKeptDays.sessions,
    KEEP_NOTICES_DAYS: usualKeptDays.notices,
    KEEP_REPORTS_DAYS: usualKeptDays.reports,
    KEEP_LEADS_DAYS: usualKeptDays.leads,
    KEEP_AUDIT_DAYS: usualKeptDays.acts,
  };
  for (const [name, days] of Object.entries(stated)) {
    expect(example).toContain(`\n${name}=${days}\n`);
    expect(page).toContain(`| ${days} | \`${name}\` |`);
  }
});

const project = path.join(import.meta.dirname, '..');
const fileOf = (name: string) => readFileSync(path.join(project, name), 'utf8');

it('npm start and the commands of an operator read .env, and what is set already wins', () => {
  const { scripts } = JSON.parse(fileOf('package.json')) as { scripts: Record<string, string> };
  const reads =
    /^node --import (\.\/scripts\/operate\/read-env-file\.mjs) (?:build\/process\/main\.js|scripts\/operate\/[\w-]+\.ts)$/;
  const commands = ['start', 'doctor', 'backup', 'restore', 'standby', 'promote', 'remove-factor'];
  expect(commands.filter((name) => !reads.test(scripts[name] ?? ''))).toEqual([]);
  writeFileSync(path.join(dataDir, '.env'), 'FIRST=of the file\nSECOND="of # the file"\n');
  const [, loaded = ''] = reads.exec(scripts.start ?? '') ?? [];
  const program = 'console.log(process.env.FIRST, process.env.SECOND, process.env.SUMI_ENV_NAMES)';
  const { stdout } = spawnSync(process.execPath, ['--import', path.join(project, loaded), '-e', program], {
    cwd: dataDir,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, FIRST: 'set' },
  });
  expect(stdout).toBe('set of # the file FIRST SECOND\n');
});

it('sumi.service starts what npm start starts, sends SIGHUP to it, and waits as long as it takes to stop', () => {
  const { scripts } = JSON.parse(fileOf('package.json')) as { scripts: Record<string, string> };
  const unit = new Map(
    [...fileOf('docs/sumi.service').matchAll(/^(\w+)=(.*)$/gm)].map(([, key, to]) => [key, to]),
  );
  expect(unit.get('ExecStart')).toBe(`${unit.get('WorkingDirectory')}/node_modules/.bin/${scripts.start}`);
  expect(unit.get('ExecStartPre')).toBe('/usr/bin/env npm run build');
  expect(scripts.build).toBe(scripts.prestart);
  expect(unit.get('ExecReload')).toBe('/bin/kill -HUP $MAINPID');
  expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(10);
});

it('compose.yaml hands every setting of .env to the server, but those it sets itself', () => {
  const [, server = ''] = /^ {2}sumi:\n(.*?)^ {2}db:/ms.exec(fileOf('compose.yaml')) ?? [];
  expect(server).toContain('env_file: [{ path: .env, required: false }]');
  const own = [...server.matchAll(/^ {6}([A-Z_]+): (?!\$\{)(.*)$/gm)];
  expect(Object.fromEntries(own.map(([, name, value]) => [name, value]))).toEqual({
    DATABASE_URL: expect.stringContaining('@db:5432/sumi'),
    TRUST_PROXY: "'yes'",
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: '3000',
    DATA_DIR: '/data',
  });
  expect(fileOf('.dockerignore').split('\n')).toContain('.env');
});

it('readConfig says for how many days things are kept, each by a setting', () => {
  expect(read().keptDays).toEqual(usualKeptDays);
  expect(read({ KEEP_AUDIT_DAYS: '400', SESSION_MAX_DAYS: '60', KEEP_LEADS_DAYS: '30' }).keptDays).toEqual({
    ...usualKeptDays,
    acts: 400,
    sessions: 60,
    leads: 30,
  });
});

it('readConfig switches test payments on, in production and behind TLS only when TEST_PAYMENTS says so', () => {
  expect(read()).toMatchObject({ stripe: null, testPayments: true });
  expect(read(production).testPayments).toBe(false);
  expect(read({ ...production, TEST_PAYMENTS: 'yes' }).testPayments).toBe(true);
  // The same behind TLS: the community is real there, whatever NODE_ENV says.
  const open = { APP_URL: 'https://club.example' };
  expect(read(open)).toMatchObject({ seed: 'none', testPayments: false });
  expect(read({ ...open, TEST_PAYMENTS: 'yes' }).testPayments).toBe(true);
});

it.each([
  ['PORT', { PORT: '70000' }],
  ['PORT', { PORT: 'three thousand' }],
  ['APP_URL', { APP_URL: 'sumi.example' }],
  ['APP_URL', { APP_URL: 'javascript:alert(1)' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
  ['SECRET', { SECRET: 'short' }],
  ['SEED', { SEED: 'everything' }],
  ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@b.org', ADMIN_PASSWORD: 'eleven char' }],
  ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'a@b.org', ADMIN_PASSWORD: 'twelve chars', PASSWORD_MIN_LENGTH: '16' }],
  ['ADMIN_EMAIL', { ADMIN_EMAIL: 'a@b.org' }],
  ['SECRET', { ...production, SECRET: '' }],
  ['APP_URL', { ...production, APP_URL: '' }],
  ['SEED', { ...production, SEED: 'demo' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'a' }],
  ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'http://idp.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }],
  [
    'APPLE_PRIVATE_KEY_FILE',
    { APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 'b', APPLE_KEY_ID: 'c', APPLE_PRIVATE_KEY_FILE: '/no/such/file' },
  ],
  ['KEEP_AUDIT_DAYS', { KEEP_AUDIT_DAYS: '365' }],
  ['KEEP_LEADS_DAYS', { KEEP_LEADS_DAYS: '1.5' }],
  ['SESSION_MAX_DAYS', { SESSION_MAX_DAYS: '20' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'a-key' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
])('readConfig refuses a bad %s with one line that names the setting', (name, env) => {
  const reading = () => read(env);
  expect(reading).toThrow(ConfigError);
  expect(reading).toThrow(new RegExp(`^${name}[^\\n]*$`));
});

it.each([
  ['PORT', 'abc', 'must be a whole number from 1 to 65535'],
  ['PORT', '0', 'must be a whole number from 1 to 65535'],
  ['BACKUP_EVERY', 'daily', 'must be a whole number from 1 to 720'],
  ['BACKUP_EVERY', '1.5', 'must be a whole number from 1 to 720'],
  ['SMS_A_DAY', 'many', 'must be a whole number from 1 to 100000'],
  ['KEEP_LEADS_DAYS', '1', 'must be a whole number from 2 to 36500'],
  ['PROCESSES', 'all', 'must be auto, or a whole number from 1 to 64'],
  ['TRUST_PROXY', 'true', 'must be yes or no'],
  ['SEED', 'all', 'must be demo or none'],
  ['APP_URL', 'sumi.example', 'must begin with https:// or http://'],
  ['APP_URL', 'https://escuela.example/sumi', 'must end behind the host'],
  ['COMMUNITY_X', 'x.com/aqui', 'must begin with https://'],
  ['ADMIN_EMAIL', 'admin', 'must be an address of mail'],
  ['DATABASE_URL', 'mysql://db', 'must begin with postgres://'],
  ['DATABASE_URL', 'postgres://sumi:p#w@db/sumi', 'cannot be read: in a password, write # as %23'],
  ['DATABASE_URL', 'postgres://sumi:p/w@db/sumi', 'cannot be read: in a password, write # as %23'],
  ['DATABASE_URL', 'postgres://sumi:p#w@one,two/sumi', 'cannot be read: in a password, write # as %23'],
  ['SMTP_URL', 'mail.example', 'must begin with smtp:// or smtps://'],
  ['SMTP_URL', 'smtp://sumi:p#w@mail.example', 'cannot be read: in a password, write # as %23'],
  ['SMTP_URL', 'smtps://sumi:12#w@mail.example:465', 'cannot be read: in a password, write # as %23'],
])('readConfig says of %s=%s what it must be', (name, value, says) => {
  const reading = () => read({ [name]: value });
  expect(reading).toThrow(ConfigError);
  expect(reading).toThrow(`${name}: ${says}`);
  expect(reading).toThrow(/\. \.env\.example explains each setting\.$/);
});

it('readConfig takes the address of a database by a socket, and a password whose signs are written out', () => {
  for (const url of ['postgres:///sumi?host=/run/postgresql', 'postgres://sumi:p%23w%2F@db:5432/sumi'])
    expect(read({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

it('readConfig says in one line that the secret cannot be read', () => {
  mkdirSync(path.join(dataDir, 'secret'));
  expect(() => read({})).toThrow(ConfigError);
  expect(() => read({})).toThrow(/^The secret cannot be read \(EISDIR[^\n]*the user who runs Sumi\.$/);
});

it('readConfig leaves no secret where the disk is full, so that a later start makes one', () => {
  const script = `import { readConfig } from './src/config.ts'; readConfig({ DATA_DIR: process.argv[1] });`;
  // A process that may write no byte of a file fails as one whose disk is full.
  const { status, stderr } = spawnSync(
    'sh',
    [
      '-c',
      'ulimit -f 0; exec "$@"',
      'sh',
      process.execPath,
      '--input-type=module',
      '--eval',
      script,
      dataDir,
    ],
    { cwd: path.join(import.meta.dirname, '..'), encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('DATA_DIR: cannot be written to (EFBIG');
  expect(readdirSync(dataDir)).toEqual([]);
  expect(read().secret.length).toBeGreaterThanOrEqual(32);
  expect(readdirSync(dataDir)).toEqual(['secret']);
});

it('readConfig refuses an empty secret file', () => {
  writeFileSync(path.join(dataDir, 'secret'), '');
  expect(() => read()).toThrow(ConfigError);
});

it('readConfig keeps files in a bucket that is set as a whole, and in DATA_DIR without one', () => {
  expect(read().bucket).toBeNull();
  expect(read({ FILES_BUCKET: 'people' }).bucket).toEqual({
    name: 'people',
    endpoint: null,
    region: 'us-east-1',
    key: null,
  });
  const whole = {
    FILES_BUCKET: 'people',
    FILES_ENDPOINT: 'https://s3.example',
    FILES_REGION: 'eu-west-1',
    FILES_KEY_ID: 'id',
    FILES_KEY_SECRET: 'secret',
  };
  expect(read(whole).bucket).toMatchObject({
    endpoint: 'https://s3.example',
    key: { id: 'id', secret: 'secret' },
  });
  expect(() => read({ FILES_KEY_ID: 'id' })).toThrow('FILES_KEY_ID: goes with FILES_BUCKET');
  expect(() => read({ ...whole, FILES_KEY_SECRET: '' })).toThrow(
    'FILES_KEY_ID and FILES_KEY_SECRET go together',
  );
});

it('readConfig sends backups by the clock to the bucket only encrypted, and unless BACKUP_TO_BUCKET is no', () => {
  const whole = { BACKUP_EVERY: '24', FILES_BUCKET: 'people-of-sumi', BACKUP_PASSPHRASE_FILE: 'passphrase' };
  expect(read(whole).backup.toBucket).toBe(true);
  expect(read({ ...whole, BACKUP_TO_BUCKET: 'no' }).backup.toBucket).toBe(false);
  for (const name of Object.keys(whole)) {
    const without = { ...whole, [name]: '' };
    expect(read(without).backup.toBucket, name).toBe(false);
    expect(() => read({ ...without, BACKUP_TO_BUCKET: 'yes' })).toThrow(
      `BACKUP_TO_BUCKET: goes with ${name}`,
    );
  }
});

it('readConfig archives the embedded database alone, for seven days where no other number is set', () => {
  expect(read().walArchive).toBeNull();
  expect(read({ WAL_ARCHIVE: '/archive' }).walArchive).toEqual({ folder: '/archive', days: 7 });
  expect(read({ WAL_ARCHIVE: '/archive', WAL_ARCHIVE_DAYS: '30' }).walArchive?.days).toBe(30);
  expect(() => read({ WAL_ARCHIVE_DAYS: '30' })).toThrow('WAL_ARCHIVE_DAYS: goes with WAL_ARCHIVE');
  expect(() => read({ ...production, WAL_ARCHIVE: '/archive' })).toThrow('is for the embedded database');
});
