import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config.ts';
import { settingsInCommon } from './settings-in-common.ts';

const google = { GOOGLE_CLIENT_ID: 'one', GOOGLE_CLIENT_SECRET: 'secret' };
const oidc = { OIDC_ISSUER: 'https://one.example', OIDC_CLIENT_ID: 'sumi', OIDC_CLIENT_SECRET: 'secret' };
const one = {
  APP_URL: 'https://sumi.example',
  SECRET: 'x'.repeat(32),
  TRUST_PROXY: 'yes',
  SMTP_URL: 'smtp://mail.example',
  STRIPE_SECRET_KEY: 'sk_test_one',
  STRIPE_WEBHOOK_SECRET: 'whsec_one',
  ...google,
};

/** The settings by which a server that has `one` and another one that has `other` besides are told apart. */
function differing(other: Record<string, string>): string[] {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'sumi-common-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const settingsOf = (env: Record<string, string>) =>
    settingsInCommon(readConfig({ DATA_DIR: dataDir, ...env }));
  const [mine, others] = [settingsOf(one), settingsOf({ ...one, ...other })];
  return Object.keys(mine).filter((name) => mine[name] !== others[name]);
}

it.each([
  ['no mail server', { SMTP_URL: '' }, 'SMTP_URL'],
  ['another secret of the webhook', { STRIPE_WEBHOOK_SECRET: 'whsec_two' }, 'STRIPE_WEBHOOK_SECRET'],
  ['no proxy that it trusts', { TRUST_PROXY: 'no' }, 'TRUST_PROXY'],
  ['another client of a provider', { GOOGLE_CLIENT_ID: 'two' }, 'GOOGLE_CLIENT_ID'],
  ['a provider less', { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }, 'GOOGLE_CLIENT_ID'],
  ['a provider more', oidc, 'OIDC_CLIENT_ID'],
])('settingsInCommon tells two servers apart of which one has %s', (_what, other, name) => {
  expect(differing(other)).toEqual([name]);
});

it('settingsInCommon takes two servers as alike that send letters by different mail servers', () => {
  expect(differing({ SMTP_URL: 'smtp://other.example' })).toEqual([]);
});
