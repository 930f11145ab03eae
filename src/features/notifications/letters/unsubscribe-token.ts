import { isSignature, signatureOf } from '#server/sign-text.ts';
import { type NoticeTopic, toGuardian, topicsNamed } from '../rules.ts';

/** What a letter's link stops: letters of the topics that were in it, each once and in the order of `noticeTopics`. */
export type Unsubscription = {
  userId: string;
  topics: readonly NoticeTopic[];
  /** The address that the letter went to, where it is that of the person's guardian. */
  guardian?: string;
};

/**
 * The token of the link that stops letters: whose, which, and our signature. It opens nothing else, so it never
 * expires: an old letter in a mailbox must still be able to stop the next. A guardian's has a keyed hash of their
 * address as well: a kid may name another guardian, who chooses for themselves.
 */
export function unsubscribeToken(secret: string, { userId, topics, guardian }: Unsubscription): string {
  const named = [...(guardian === undefined ? [] : [toGuardian]), ...topics].join('_');
  const parts = [userId, named, ...(guardian === undefined ? [] : [guardianKey(secret, guardian)])];
  return [...parts, signatureOf(secret, signedOf(parts))].join('.');
}

/**
 * What a token stops; null for anything that is not signed by us. `guardianKey` is the hash in a token of a letter to a
 * guardian.
 */
export function readUnsubscribeToken(
  secret: string,
  token: string,
): { userId: string; topics: readonly NoticeTopic[]; guardianKey?: string } | null {
  const [, userId = '', named = '', key, signature = ''] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z_-]{1,80})(?:\.([\w-]{22}))?\.([\w-]{43})$/.exec(
      token,
    ) ?? [];
  const parts = [userId, named, ...(key === undefined ? [] : [key])];
  if (!isSignature(secret, signedOf(parts), signature)) return null;
  return { userId, topics: topicsNamed(named), ...(key !== undefined && { guardianKey: key }) };
}

export function guardianKey(secret: string, address: string): string {
  return signatureOf(secret, `unsubscribe-guardian ${address}`).slice(0, 22);
}

const signedOf = (parts: readonly string[]) => `unsubscribe ${parts.join(' ')}`;
