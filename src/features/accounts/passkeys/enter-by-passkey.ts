import type { Ctx } from '#server/ctx.ts';
import { noteSecurity } from '#server/note-security.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { lockAccount } from '../sessions/lock-account.ts';
import type { AuthenticationSettings } from '../sign-in/authentication-settings.ts';
import { makeChallenge, readChallenge, relyingParty, takeChallenge } from './passkey-challenges.ts';
import { type PasskeyProof, passkeyProof, passkeyRefusals } from './passkey-operations.ts';

/** What any device may sign that holds a passkey of this community; which one is its owner's choice. */
export async function beginPasskeySignIn(ctx: Ctx, settings: AuthenticationSettings) {
  return { ...(await makeChallenge(ctx, null)), rpId: relyingParty(settings).rpId };
}

/**
 * The account that a passkey signs in to. A challenge is answered once. A device that counts its signatures must send a
 * higher count than before: otherwise its key was copied. A wrong answer uses the challenge up in `outer`, the right
 * one in the transaction of `ctx`, in which the session is made.
 * @throws Refusal badInput, refused
 */
export async function enterByPasskey(
  outer: Ctx,
  ctx: Ctx,
  settings: AuthenticationSettings,
  body: unknown,
): Promise<string> {
  const { data: proof } = passkeyProof.safeParse(body);
  if (!proof) throw new Refusal(commonRefusals.badInput);
  const { challengeId } = proof;
  const challenge = await readChallenge(outer, challengeId);
  const proved = challenge && (await verifyPasskey(outer, settings, challenge, proof));
  if (!proved) await takeChallenge(outer, challengeId, null);
  else if (await takeChallenge(ctx, challengeId, null)) {
    const userId = await notePasskeyUse(ctx, proved);
    if (userId) return userId;
  }
  noteSecurity(ctx.log, 'refused', { path: 'POST /sign-in/passkey' }, 'a passkey was refused');
  throw new Refusal(passkeyRefusals.refused);
}

type Proved = { passkeyId: string; userId: string; counter: number };

async function verifyPasskey(
  { db }: Ctx,
  settings: AuthenticationSettings,
  challenge: string,
  { credentialId, clientData, authenticatorData, signature }: PasskeyProof,
): Promise<Proved | null> {
  const passkey = await db
    .selectFrom('passkeys')
    .select(['id', 'userId', 'publicKey', 'counter'])
    .where('credentialId', '=', credentialId)
    .executeTakeFirst();
  if (!passkey) return null;
  const { rpId, origins } = relyingParty(settings);
  // With what it needs it is a tenth of all modules, which a server loads with the first passkey.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verification = await verifyAuthenticationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: true,
    // It throws for whatever is wrong with what was sent, and reads nothing but that.
  }).catch(() => null);
  if (!verification?.verified) return null;
  const { newCounter: counter } = verification.authenticationInfo;
  return { passkeyId: passkey.id, userId: passkey.userId, counter };
}

async function notePasskeyUse({ db, now }: Ctx, proved: Proved): Promise<string | null> {
  const { passkeyId, userId, counter } = proved;
  await lockAccount({ db }, userId);
  const used = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', passkeyId)
    // If two signatures have the same count, one is of a copied key. A device that does not count sends 0.
    .where((of) =>
      of.or([of('counter', '<', counter), of.and([of('counter', '=', 0), of.val(counter === 0)])]),
    )
    .returning('userId')
    .executeTakeFirst();
  return used?.userId ?? null;
}
