import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { mostPasskeys } from '../rules.ts';
import { refuseEndedSession } from '../sessions/refuse-ended-session.ts';
import type { AuthenticationSettings } from '../sign-in/authentication-settings.ts';
import { passkeyColumns, toPasskey } from './list-passkeys.ts';
import { relyingParty, takeChallenge } from './passkey-challenges.ts';
import { type NewPasskey, type Passkey, passkeyRefusals } from './passkey-operations.ts';

/** ES256, EdDSA and RS256: what devices sign with. */
const algorithms = [-7, -8, -257];

/**
 * Adds the passkey that a device made for the member's challenge. The device has to have seen that its owner is there,
 * by a finger, a face or a code. @throws Refusal signInFirst, and those of passkeys
 */
export async function addPasskey(
  outer: Ctx,
  settings: AuthenticationSettings,
  given: NewPasskey,
): Promise<Passkey> {
  const member = memberOf(outer.actor);
  const { userId } = member;
  const challenge = await takeChallenge(outer, given.challengeId, userId);
  const made = challenge && (await readDevice(settings, challenge, given));
  if (!made) throw new Refusal(passkeyRefusals.invalid);
  return inTransaction(outer, async (ctx) => {
    const { db } = ctx;
    // If two are added at once, the second is counted after the first.
    await refuseEndedSession(ctx, member);
    const own = await db.selectFrom('passkeys').select('id').where('userId', '=', userId).execute();
    if (own.length >= mostPasskeys) throw new Refusal(passkeyRefusals.tooMany, { most: mostPasskeys });
    const added = await db
      .insertInto('passkeys')
      .values({ ...made, userId, name: given.name, createdAt: ctx.now })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning(passkeyColumns)
      .executeTakeFirst();
    if (!added) throw new Refusal(passkeyRefusals.known);
    await mailOwner(ctx, userId, 'passkey-added');
    return toPasskey(added);
  });
}

/** What a device says of the key it made; null when it proves nothing. */
async function readDevice(
  settings: AuthenticationSettings,
  challenge: string,
  { credentialId, clientData, attestation, transports }: NewPasskey,
) {
  const { rpId, origins } = relyingParty(settings);
  // As in `enter-by-passkey.ts`: loaded with the first passkey.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, attestationObject: attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
    // It throws for whatever is wrong with what was sent, and reads nothing but that.
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return null;
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    synced: credentialBackedUp,
  };
}
