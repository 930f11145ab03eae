import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'sumi-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env });

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const key = JSON.stringify({
  type: 'service_account',
  client_email: 'sumi@p.iam.gserviceaccount.com',
  private_key: pem,
});
const google = { GOOGLE_CALENDAR_ID: 'c@group.calendar.google.com', GOOGLE_SERVICE_ACCOUNT_JSON: key };

it('the built-in calendar needs no setting and may subscribe to an external calendar', () => {
  expect(read()).toMatchObject({ calendar: { google: null, icsUrl: null }, jitsiUrl: null });
  const elsewhere = 'webcal://calendar.example.org/secreto.ics';
  expect(read({ CALENDAR_ICS_URL: elsewhere }).calendar).toEqual({ google: null, icsUrl: elsewhere });
});

it('a Google calendar needs its id and the key of a service account, as text or file', () => {
  const file = path.join(dataDir, 'key.json');
  writeFileSync(file, key);
  const expected = {
    google: {
      calendarId: google.GOOGLE_CALENDAR_ID,
      account: { clientEmail: 'sumi@p.iam.gserviceaccount.com', privateKey: pem },
      actAs: null,
      meet: false,
    },
    icsUrl: null,
  };
  expect(read(google).calendar).toEqual(expected);
  expect(
    read({ GOOGLE_CALENDAR_ID: google.GOOGLE_CALENDAR_ID, GOOGLE_SERVICE_ACCOUNT_FILE: file }).calendar,
  ).toEqual(expected);
  const meeting = { ...google, GOOGLE_MEET: 'yes', GOOGLE_ACT_AS: 'ines@example.org' };
  expect(read(meeting).calendar.google).toMatchObject({ meet: true, actAs: 'ines@example.org' });
});

it.each([
  ['GOOGLE_CALENDAR_ID', { GOOGLE_CALENDAR_ID: 'c@group' }],
  ['GOOGLE_CALENDAR_ID', { ...google, GOOGLE_SERVICE_ACCOUNT_FILE: 'key.json' }],
  ['GOOGLE_SERVICE_ACCOUNT_JSON', { GOOGLE_SERVICE_ACCOUNT_JSON: key }],
  ['GOOGLE_SERVICE_ACCOUNT_JSON', { ...google, GOOGLE_SERVICE_ACCOUNT_JSON: '{' }],
  ['GOOGLE_SERVICE_ACCOUNT_JSON', { ...google, GOOGLE_SERVICE_ACCOUNT_JSON: '{"client_email":"a@b.org"}' }],
  [
    'GOOGLE_SERVICE_ACCOUNT_JSON',
    { ...google, GOOGLE_SERVICE_ACCOUNT_JSON: key.replace('PRIVATE KEY-----', 'PRIVATE-----') },
  ],
  [
    'GOOGLE_SERVICE_ACCOUNT_FILE',
    { GOOGLE_CALENDAR_ID: 'c@group', GOOGLE_SERVICE_ACCOUNT_FILE: '/not/there.json' },
  ],
  ['GOOGLE_ACT_AS', { ...google, GOOGLE_ACT_AS: 'Inés' }],
  ['GOOGLE_ACT_AS', { GOOGLE_ACT_AS: 'ines@example.org' }],
  ['GOOGLE_MEET', { GOOGLE_MEET: 'yes' }],
  ['GOOGLE_MEET', { ...google, GOOGLE_MEET: 'yes', JITSI_URL: 'https://meet.example.org' }],
  ['CALENDAR_ICS_URL', { CALENDAR_ICS_URL: 'ftp://example.org/a.ics' }],
  ['CALENDAR_ICS_URL', { ...google, CALENDAR_ICS_URL: 'https://example.org/a.ics' }],
  ['JITSI_URL', { JITSI_URL: 'http://meet.example.org' }],
])('readConfig refuses a bad %s with one line that names the setting and quotes no key', (name, env) => {
  const reading = () => read(env as Record<string, string>);
  expect(reading).toThrow(ConfigError);
  expect(reading).toThrow(new RegExp(`^${name}[^\\n]*$`));
  expect(reading).not.toThrow(/BEGIN|MII/);
});
