import { createHmac, timingSafeEqual } from 'node:crypto';

/** Our signature of a text, 43 letters. A text begins with what it is for, so that no signature is good elsewhere. */
export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** Whether `given` is our signature of the text, compared in constant time. */
export function isSignature(secret: string, text: string, given: string): boolean {
  const right = Buffer.from(signatureOf(secret, text));
  const bytes = Buffer.from(given);
  return bytes.length === right.length && timingSafeEqual(bytes, right);
}
