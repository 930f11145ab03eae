import { isSignature, signatureOf } from '#server/sign-text.ts';
import { type NoticeTopic, namesGuardian, toGuardian, topicsNamed } from '../rules.ts';

/** What a letter's link stops: letters of the topics that were in it, each once and in the order of `noticeTopics`. */
export type Unsubscription = {
  userId: string;
  topics: readonly NoticeTopic[];
  /** Whether the letter went to the guardian of that person. */
  isGuardian?: boolean;
};

/**
 * The token of the link that stops letters: whose, which, and our signature. It opens nothing else, so it never
 * expires: an old letter in a mailbox must still be able to stop the next.
 */
export function unsubscribeToken(
  secret: string,
  { userId, topics, isGuardian = false }: Unsubscription,
): string {
  const named = [...(isGuardian ? [toGuardian] : []), ...topics].join('_');
  return `${userId}.${named}.${signatureOf(secret, signedOf(userId, named))}`;
}

/** What a token stops; null for anything that is not signed by us. */
export function readUnsubscribeToken(secret: string, token: string): Unsubscription | null {
  const [, userId = '', named = '', signature = ''] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z_-]{1,80})\.([\w-]{43})$/.exec(token) ?? [];
  if (!isSignature(secret, signedOf(userId, named), signature)) return null;
  return { userId, topics: topicsNamed(named), isGuardian: namesGuardian(named) };
}

const signedOf = (userId: string, named: string) => `unsubscribe ${userId} ${named}`;
