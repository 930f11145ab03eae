import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { expect, it, onTestFinished } from 'vitest';
import { readProviders } from './read-providers.ts';

it('readProviders answers none without settings, and each one that is set, in the order of the buttons', () => {
  expect(readProviders({})).toEqual([]);
  const set = {
    OIDC_ISSUER: 'https://idp.escuela.example/realms/uno/',
    OIDC_CLIENT_ID: 'c',
    OIDC_CLIENT_SECRET: 's',
    MICROSOFT_CLIENT_ID: 'm',
    MICROSOFT_CLIENT_SECRET: 's',
    GOOGLE_CLIENT_ID: 'g',
    GOOGLE_CLIENT_SECRET: 's',
  };
  expect(readProviders(set)).toMatchObject([
    { id: 'google', name: 'Google', issuer: 'https://accounts.google.com' },
    { id: 'microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
    { id: 'oidc', name: 'idp.escuela.example', issuer: 'https://idp.escuela.example/realms/uno' },
  ]);
});

it('readProviders signs the secret of Apple for each use', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'sumi-apple-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'key.p8');
  writeFileSync(file, await exportPKCS8(privateKey));
  const [apple] = readProviders({
    APPLE_CLIENT_ID: 'example.sumi',
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY_FILE: file,
  });
  const secret = (await apple?.clientSecret()) ?? '';
  expect(decodeProtectedHeader(secret)).toMatchObject({ alg: 'ES256', kid: 'KEY' });
  const { payload } = await jwtVerify(secret, publicKey);
  expect(payload).toMatchObject({ iss: 'TEAM', sub: 'example.sumi', aud: 'https://appleid.apple.com' });
});
