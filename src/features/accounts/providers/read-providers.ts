import { readFileSync } from 'node:fs';
import { importPKCS8, SignJWT } from 'jose';
import type { ProviderSettings } from './provider-settings.ts';

type Environment = {
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  MICROSOFT_CLIENT_ID?: string | undefined;
  MICROSOFT_CLIENT_SECRET?: string | undefined;
  MICROSOFT_TENANT?: string | undefined;
  APPLE_CLIENT_ID?: string | undefined;
  APPLE_TEAM_ID?: string | undefined;
  APPLE_KEY_ID?: string | undefined;
  APPLE_PRIVATE_KEY_FILE?: string | undefined;
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_NAME?: string | undefined;
};

const together = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY_FILE'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
] as const;

const appleIssuer = 'https://appleid.apple.com';

/** The providers that the settings name; without settings, none. @throws Error, a line for the operator */
export function readProviders(set: Environment): ProviderSettings[] {
  for (const names of together) {
    const missing = names.filter((name) => !set[name]);
    if (missing.length > 0 && missing.length < names.length)
      throw new Error(`${missing[0]}: ${names.join(', ')} go together: set all of them or none.`);
  }
  const providers: ProviderSettings[] = [];
  const add = (
    id: ProviderSettings['id'],
    name: string,
    issuer: string,
    clientId = '',
    clientSecret: string | undefined = '',
  ) => providers.push({ id, name, issuer, clientId, clientSecret: () => clientSecret });
  if (set.GOOGLE_CLIENT_ID)
    add('google', 'Google', 'https://accounts.google.com', set.GOOGLE_CLIENT_ID, set.GOOGLE_CLIENT_SECRET);
  if (set.MICROSOFT_CLIENT_ID) {
    const issuer = `https://login.microsoftonline.com/${set.MICROSOFT_TENANT ?? 'common'}/v2.0`;
    add('microsoft', 'Microsoft', issuer, set.MICROSOFT_CLIENT_ID, set.MICROSOFT_CLIENT_SECRET);
  }
  if (set.APPLE_CLIENT_ID) {
    providers.push({
      id: 'apple',
      name: 'Apple',
      issuer: appleIssuer,
      clientId: set.APPLE_CLIENT_ID,
      clientSecret: appleSecret(set),
      formPost: true,
    });
  }
  if (set.OIDC_ISSUER) {
    const name = set.OIDC_NAME ?? new URL(set.OIDC_ISSUER).hostname;
    add('oidc', name, set.OIDC_ISSUER.replace(/\/$/, ''), set.OIDC_CLIENT_ID, set.OIDC_CLIENT_SECRET);
  }
  return providers;
}

/** Apple takes no fixed secret, but a token that the key of the developer account signs. */
function appleSecret(set: Environment): () => Promise<string> {
  const { APPLE_CLIENT_ID = '', APPLE_TEAM_ID = '', APPLE_KEY_ID = '', APPLE_PRIVATE_KEY_FILE = '' } = set;
  let pem: string;
  try {
    pem = readFileSync(APPLE_PRIVATE_KEY_FILE, 'utf8');
  } catch {
    throw new Error(`APPLE_PRIVATE_KEY_FILE: ${APPLE_PRIVATE_KEY_FILE} cannot be read.`);
  }
  return async () =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: APPLE_KEY_ID })
      .setIssuer(APPLE_TEAM_ID)
      .setSubject(APPLE_CLIENT_ID)
      .setAudience(appleIssuer)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(await importPKCS8(pem, 'ES256'));
}
