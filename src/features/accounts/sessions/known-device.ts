import { randomBytes } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import { isSignature, signatureOf } from '#server/sign-text.ts';
import { knownDeviceDays } from '../rules.ts';
import { hashedAccount } from '../sign-in/limit-account.ts';

/** Accounts that one browser is known for; of more, the longest unused is forgotten. */
const mostAccounts = 8;
const maxAge = knownDeviceDays * 24 * 60 * 60;

type Secret = { secret: string; appUrl: string };

const overTls = ({ appUrl }: Pick<Secret, 'appUrl'>) => appUrl.startsWith('https:');

/** The prefix makes browsers refuse a cookie of that name that did not come over TLS. */
const nameOf = (settings: Pick<Secret, 'appUrl'>) => `${overTls(settings) ? '__Secure-' : ''}sumi.device`;

/**
 * A cookie that says which accounts have signed in on this browser. It opens nothing: wrong passwords of a known device
 * are counted apart, so that strangers who guess elsewhere cannot keep an owner out. Its value is a random id and, for
 * each account, our signature of the id and the account.
 */
export function knownDevice(settings: Secret, cookies: string | undefined, account: string): string | null {
  const { secret } = settings;
  const [id = '', ...signatures] = read(settings, cookies);
  const isKnown = signatures.some((given) => isSignature(secret, signedOf(id, account), given));
  return isKnown ? id : null;
}

/** The `Set-Cookie` of a browser on which the account has now signed in. */
export function rememberDevice(settings: Secret, cookies: string | undefined, account: string): string {
  const { secret } = settings;
  const [deviceId, ...signatures] = read(settings, cookies);
  const id = deviceId ?? randomBytes(16).toString('base64url');
  const mine = signatureOf(secret, signedOf(id, account));
  const others = signatures.filter((signature) => signature !== mine);
  return serialize(nameOf(settings), [id, mine, ...others.slice(0, mostAccounts - 1)].join('.'), {
    path: '/api',
    httpOnly: true,
    sameSite: 'Lax',
    secure: overTls(settings),
    maxAge,
  });
}

function read(settings: Secret, cookies: string | undefined): string[] {
  const name = nameOf(settings);
  const value = parse(cookies ?? '', name)[name] ?? '';
  return /^[\w-]{22}(\.[\w-]{43}){1,8}$/.test(value) ? value.split('.') : [];
}

const signedOf = (id: string, account: string) => `known device ${id} ${hashedAccount(account)}`;
