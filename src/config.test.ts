import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

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

it('needs nothing: a demo on the embedded database, for this machine alone', () => {
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

it('an empty setting is one that is not set', () => {
  expect(read({ PORT: '', APP_URL: '', SEED: '' })).toEqual(read());
});

it('makes a secret once and keeps it where only its owner reads it', () => {
  const { secret } = read();
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(read().secret).toBe(secret);
  const file = path.join(dataDir, 'secret');
  expect(readFileSync(file, 'utf8')).toBe(secret);
  expect(statSync(file).mode & 0o077).toBe(0);
});

it('never makes a demo in production, behind TLS or on a database of one’s own', () => {
  expect(read(production).seed).toBe('none');
  expect(read({ APP_URL: 'https://sumi.example' }).seed).toBe('none');
  expect(read({ DATABASE_URL: 'postgres://sumi@db/sumi' }).seed).toBe('none');
});

it('takes test payments, but in production and behind TLS only when it is asked to', () => {
  expect(read()).toMatchObject({ stripe: null, testPayments: true });
  expect(read(production).testPayments).toBe(false);
  expect(read({ ...production, TEST_PAYMENTS: 'yes' }).testPayments).toBe(true);
  // Where the demo is closed, too: real people live there, whatever NODE_ENV says.
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
  ['ADMIN_EMAIL', { ADMIN_EMAIL: 'a@b.org' }],
  ['SECRET', { ...production, SECRET: '' }],
  ['APP_URL', { ...production, APP_URL: '' }],
  ['SEED', { ...production, SEED: 'demo' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'a-key' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_test_1' }],
  ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
])('a bad %s is one line that names it', (name, env) => {
  const reading = () => read(env);
  expect(reading).toThrow(ConfigError);
  expect(reading).toThrow(new RegExp(`^${name}[^\\n]*$`));
});

it('an empty secret file is refused, not taken for a secret', () => {
  writeFileSync(path.join(dataDir, 'secret'), '');
  expect(() => read()).toThrow(ConfigError);
});
