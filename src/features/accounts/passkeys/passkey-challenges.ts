import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Ctx } from '#server/ctx.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { passkeyMinutes } from '../rules.ts';

type Settings = { appUrl: string; origins: readonly string[] };

/** For whom devices make passkeys: the host of the community, and the pages that may ask for them. */
export function relyingParty({ appUrl, origins }: Settings) {
  return { rpId: new URL(appUrl).hostname, origins: [...origins] };
}

/** Browsers make passkeys for names over TLS, and for the machine they run on. */
export function canHavePasskeys(appUrl: string): boolean {
  const { protocol, hostname } = new URL(appUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && (protocol === 'https:' || hostname === 'localhost');
}

/** Makes a challenge: for the person who adds a passkey, or for a visitor who wants to sign in. */
export async function makeChallenge({ db, now }: Ctx, userId: string | null) {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + passkeyMinutes * minuteMs);
  const { id } = await db
    .insertInto('passkeyChallenges')
    .values({ userId, challenge, expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { challengeId: id, challenge };
}

/** A challenge for a visitor who wants to sign in, which stays; null when there is none any more. */
export async function readChallenge({ db, now }: Ctx, id: string): Promise<string | null> {
  const found = await db
    .selectFrom('passkeyChallenges')
    .select('challenge')
    .where('id', '=', id)
    .where('userId', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return found?.challenge ?? null;
}

/**
 * Takes a challenge out, so that it is answered once, rightly or wrongly. Null when there is none any more for this
 * person.
 */
export async function takeChallenge(
  { db, now }: Ctx,
  id: string,
  userId: string | null,
): Promise<string | null> {
  const taken = await db
    .deleteFrom('passkeyChallenges')
    .where('id', '=', id)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return taken?.challenge ?? null;
}
