import { createHmac } from 'node:crypto';

/**
 * The code that an authenticator app shows for an `otpauth://` address in `steps` times thirty seconds. The server also
 * takes the code before and the code after the one that is shown: a test that needs two takes this one and then the
 * next, both of which stay valid for half a minute at least. The one before may end the moment it was read.
 */
export function codeOf(otpauth: string, steps = 0): string {
  const secret = secretOf(otpauth);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const from = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The secret of an `otpauth://` address, which names it in base32. */
export function secretOf(otpauth: string): Buffer {
  return fromBase32(new URL(otpauth).searchParams.get('secret') ?? '');
}

function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
