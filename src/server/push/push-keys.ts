import { createECDH, hkdfSync } from 'node:crypto';

/** The pair of keys that signs push messages (VAPID), base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/**
 * The keys of this community, made from its secret: so they are there from the first start, alike in every server
 * process, in each backup of the secret, and in no table. Another secret makes other keys, and devices subscribe again.
 */
export function pushKeysFrom(secret: string): PushKeys {
  for (let attempt = 0; ; attempt++) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', `sumi web push ${attempt}`, 32));
    const pair = createECDH('prime256v1');
    try {
      pair.setPrivateKey(bytes);
    } catch {
      // One number in four thousand million is no private key.
      continue;
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
  }
}
