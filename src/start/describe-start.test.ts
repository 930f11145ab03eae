import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config.ts';
import { describeStart } from './describe-start.ts';

function linesOf(env: Record<string, string>): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sumi-describe-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const config = readConfig({ DATA_DIR: dataDir, ...env });
  return describeStart(config, { signIns: [], madeAdmin: false, hasAdmin: true, demoPeople: 0 }).join('\n');
}

it('describeStart says behind TLS that a proxy which is not trusted makes all visitors one', () => {
  const APP_URL = 'https://sumi.example';
  expect(linesOf({ APP_URL })).toContain('TRUST_PROXY is not yes');
  expect(linesOf({ APP_URL, TRUST_PROXY: 'yes' })).not.toContain('TRUST_PROXY');
  expect(linesOf({})).not.toContain('TRUST_PROXY');
});

it('describeStart says that an address without TLS, for others than this machine, is not what people type', () => {
  expect(linesOf({ APP_URL: 'http://sumi.example' })).toContain('APP_URL begins with http:');
  for (const APP_URL of ['https://sumi.example', 'http://localhost:3000', 'http://[::1]:3000'])
    expect(linesOf({ APP_URL })).not.toContain('APP_URL begins with http:');
});

it('describeStart says that a real community takes payments by a test key of Stripe', () => {
  const keyed = (kind: string) =>
    linesOf({ SEED: 'none', STRIPE_SECRET_KEY: `sk_${kind}_1`, STRIPE_WEBHOOK_SECRET: 'whsec_1' });
  expect(keyed('test')).toContain('STRIPE_SECRET_KEY is of Stripe');
  expect(keyed('live')).not.toContain('STRIPE_SECRET_KEY');
});

it('describeStart says where others reach it that no mail goes out without a mail server', () => {
  const production = { NODE_ENV: 'production', APP_URL: 'https://sumi.example', SECRET: 'x'.repeat(32) };
  expect(linesOf(production)).toContain('No mail goes out: set SMTP_URL');
  expect(linesOf({ ...production, SMTP_URL: 'smtp://mail.example' })).not.toContain('No mail goes out');
  expect(linesOf({ APP_URL: 'https://sumi.example' })).toContain('No mail goes out');
  expect(linesOf({})).not.toContain('No mail goes out');
});

it('describeStart names what is no setting in .env, and in the environment what is close to one', () => {
  const slips = { BACKUP_EVREY: '24', SMPT_URL: 'smtp://x' };
  expect(linesOf(slips)).toContain('BACKUP_EVREY is no setting and does nothing: is BACKUP_EVERY meant?');
  expect(linesOf(slips)).toContain('SMPT_URL is no setting and does nothing: is SMTP_URL meant?');
  const others = {
    EDITOR: 'vi',
    POTR: '1',
    POSTGRES_PASSWORD: 'x',
    TZ: 'UTC',
    AWS_REGION: 'x',
    PROCESSES: '2',
  };
  expect(linesOf(others)).not.toContain('is no setting');
  const ofFile = linesOf({ ...others, SUMI_ENV_NAMES: Object.keys(others).join(' ') });
  expect(ofFile.match(/^\w+ is no setting.*$/gm)).toEqual([
    'EDITOR is no setting and does nothing.',
    'POTR is no setting and does nothing: is PORT meant?',
  ]);
});
