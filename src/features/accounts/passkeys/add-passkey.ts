import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { refuseUnprovedEmail } from '../refuse-unproved-email.ts';
import { mostPasskeys } from '../rules.ts';
import type { AuthenticationSettings } from '../sign-in/authentication-settings.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';
import { reauthenticateOwner } from '../sign-in/reauthenticate-owner.ts';
import { passkeyColumns, toPasskey } from './list-passkeys.ts';
import { makeChallenge, relyingParty, takeChallenge } from './passkey-challenges.ts';
import { type NewPasskey, type Passkey, passkeyRefusals } from './passkey-operations.ts';

/** ES256, EdDSA and RS256: what devices sign with. */
const algorithms = [-7, -8, -257];

/**
 * What a device is asked to sign to become a passkey of the member's. As with every new way in, it is the owner who
 * asks, and their address is proved. @throws Refusal passwordAgain, signInAgain, wrongPassword, confirmEmailFirst,
 * tooMany
 */
export async function beginPasskey(
  ctx: Ctx,
  settings: AuthenticationSettings,
  passwords: Pick<PasswordChecks, 'verify'>,
  member: Member,
  password: string | undefined,
) {
  refuseUnprovedEmail(member);
  await reauthenticateOwner(ctx, passwords, member, { password });
  const { userId } = member;
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const registered = await ctx.db
    .selectFrom('passkeys')
    .select('credentialId')
    .where('userId', '=', userId)
    .execute();
  return {
    ...(await makeChallenge(ctx, userId)),
    rpId: relyingParty(settings).rpId,
    userHandle: Buffer.from(userId).toString('base64url'),
    ...user,
    registered: registered.map(({ credentialId }) => credentialId),
  };
}

/**
 * Adds the passkey that a device made for the member's challenge. The device has to have seen that its owner is there,
 * by a finger, a face or a code. @throws Refusal of passkeys
 */
export async function addPasskey(
  outer: Ctx,
  settings: AuthenticationSettings,
  { userId }: Member,
  given: NewPasskey,
): Promise<Passkey> {
  const challenge = await takeChallenge(outer, given.challengeId, userId);
  const made = challenge && (await readDevice(settings, challenge, given));
  if (!made) throw new Refusal(passkeyRefusals.invalid);
  return inTransaction(outer, async (ctx) => {
    const { db } = ctx;
    // Of two that are added at once, the second is counted after the first.
    await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
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
