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
  return describeStart(config, { signIns: [], madeAdmin: false, demoPeople: 0 }).join('\n');
}

it('describeStart says behind TLS that a proxy which is not trusted makes all visitors one', () => {
  const APP_URL = 'https://sumi.example';
  expect(linesOf({ APP_URL })).toContain('TRUST_PROXY is not yes');
  expect(linesOf({ APP_URL, TRUST_PROXY: 'yes' })).not.toContain('TRUST_PROXY');
  expect(linesOf({})).not.toContain('TRUST_PROXY');
});
