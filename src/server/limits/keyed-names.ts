import { createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** This process alone has this key until `keyNames` is called. */
let key = randomBytes(32);

/** Has names made with a key of the community's secret, so that all its processes, and each start, make the same. */
export function keyNames(secret: string): void {
  key = Buffer.from(hkdfSync('sha256', secret, '', 'sumi names', 32));
}

/**
 * An address, a telephone or an id as a name to count by, which does not tell it. Addresses and telephones can be tried
 * one by one, so that a hash without a key would tell them to a reader of the database or of a backup.
 */
export function keyedName(name: string): string {
  return createHmac('sha256', key).update(`counted ${name}`).digest('base64url');
}

/** A name for the log that tells the lines of one account from those of another. */
export function nameInLog(name: string): string {
  return createHmac('sha256', key).update(`logged ${name}`).digest('base64url').slice(0, 12);
}
