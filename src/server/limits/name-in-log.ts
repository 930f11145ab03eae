import { createHmac, randomBytes } from 'node:crypto';

/** Random, and of this process alone, so that no reader can try addresses against the names in a log. */
const key = randomBytes(32);

/**
 * A name for the log that tells the lines of one account from those of another, while a process runs. An address can
 * be guessed, so that a hash of it without a key would tell it to a reader of the log.
 */
export function nameInLog(name: string): string {
  return createHmac('sha256', key).update(name).digest('base64url').slice(0, 12);
}
