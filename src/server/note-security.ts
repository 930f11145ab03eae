import type { Log } from './log.ts';

/**
 * What the security log tells: a write from another site, a message with a bad signature, a limit that was reached, a
 * step of signing in that was refused, a sign-in, an act beyond a person's rights, a wrong token of `/metrics`, what
 * the policy of a page stopped in a browser.
 */
export const securityEvents = [
  'foreign-origin',
  'bad-signature',
  'limited',
  'refused',
  'signed-in',
  'not-allowed',
  'bad-token',
  'policy-report',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

const noted = new Map<SecurityEvent, number>(securityEvents.map((event) => [event, 0]));

/**
 * Writes one line of the security log, and counts it for `/metrics`. `facts` name a network, an id or a part of a keyed
 * hash, never an e-mail address, a password, a code or a token.
 */
export function noteSecurity(
  log: Log,
  event: SecurityEvent,
  facts: Record<string, unknown>,
  message: string,
): void {
  noted.set(event, (noted.get(event) ?? 0) + 1);
  log[event === 'signed-in' ? 'info' : 'warn']({ security: event, ...facts }, message);
}

/** How many lines of each kind this process has written. */
export const securityCounts: ReadonlyMap<SecurityEvent, number> = noted;
