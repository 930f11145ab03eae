import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NoticeTopic, noticeTopics } from '../rules.ts';

/** What a letter's link stops: the letters of one topic, or with `all` every one. */
export type Unsubscription = { userId: string; topic: NoticeTopic | 'all' };

/**
 * The token of the link that stops letters: whose, which, and our signature. It opens nothing else, so it never expires:
 * an old letter in a mailbox must still be able to stop the next.
 */
export function unsubscribeToken(secret: string, { userId, topic }: Unsubscription): string {
  return `${userId}.${topic}.${signatureOf(secret, userId, topic)}`;
}

/** What a token stops; null for anything that is not signed by us. */
export function readUnsubscribeToken(secret: string, token: string): Unsubscription | null {
  const [, userId = '', named = '', signature = ''] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z-]{1,20})\.([\w-]{43})$/.exec(token) ?? [];
  const topic = named === 'all' ? named : noticeTopics.find((one) => one === named);
  if (!topic) return null;
  const right = Buffer.from(signatureOf(secret, userId, topic));
  return timingSafeEqual(right, Buffer.from(signature)) ? { userId, topic } : null;
}

function signatureOf(secret: string, userId: string, topic: string): string {
  return createHmac('sha256', secret).update(`unsubscribe ${userId} ${topic}`).digest('base64url');
}
