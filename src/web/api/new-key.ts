/**
 * An Idempotency-Key for one request that must not be carried out twice. Made of random bytes: `randomUUID` is for
 * https only.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
