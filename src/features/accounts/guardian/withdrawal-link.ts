import type { Ctx } from '#server/ctx.ts';
import { isSignature, signatureOf } from '#server/sign-text.ts';
import { Refusal } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';
import { linkInvalid, linkUsed } from '../contract.ts';
import { shownFirstName } from '../rules.ts';
import { isKid } from './is-kid.ts';

/**
 * The page on which the guardian of a kid refuses or withdraws the consent, without signing in. Its token is signed
 * with the address that the letter went to. It never expires, and is good for as long as the kid's guardian has that
 * address.
 */
export function withdrawalPath(secret: string, userId: string, address: string): string {
  return `/auth/withdraw#token=${userId}.${signatureOf(secret, signedOf(userId, address))}`;
}

const signedOf = (userId: string, address: string) => `withdraw consent ${userId} ${address}`;

/**
 * Whose consent a token ends, the first name of that kid, and whether the consent was given.
 * @throws Refusal linkInvalid for another guardian's or none, linkUsed where the consent is withdrawn or revoked
 * already
 */
export async function findWithdrawal(
  { db }: Pick<Ctx, 'db'>,
  secret: string,
  token: string,
): Promise<{ userId: string; kid: string; given: boolean }> {
  const [named, signature = ''] = token.split('.');
  const userId = uuid.safeParse(named).data ?? null;
  const consent = await db
    .selectFrom('guardianConsents')
    .innerJoin('users', 'users.id', 'guardianConsents.userId')
    .select(['userId', 'address', 'givenAt', 'revokedAt', 'users.name'])
    .where('userId', '=', userId)
    .where(isKid)
    .executeTakeFirst();
  if (!consent?.address || !isSignature(secret, signedOf(consent.userId, consent.address), signature))
    throw new Refusal(linkInvalid);
  if (consent.revokedAt) throw new Refusal(linkUsed);
  return { userId: consent.userId, kid: shownFirstName(consent.name), given: consent.givenAt !== null };
}
