import { causesOf, errorCode, isStalePlan } from './error-code.ts';

/**
 * PostgreSQL's codes for "not now": it stops, starts, is full or read-only, the way to it broke, or one transaction
 * was rolled back for another (a deadlock, a table that a newer version of Sumi is changing). Nothing was committed.
 */
const awayCodes = new Set([
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08P01',
  '25006',
  '25P03',
  '40001',
  '40P01',
  '53000',
  '53100',
  '53200',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '58030',
]);

/** What `pg`, its pool and the system say of a connection that broke, or that there is none of. */
const awayMessages = new RegExp(
  [
    'timeout exceeded when trying to connect',
    'Connection terminated',
    'Client has encountered a connection error',
    'Client was closed',
    'Query read timeout',
    'Cannot use a pool after calling end',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    // A container that is being replaced has no name for a while.
    'ENOTFOUND',
    'EAI_AGAIN',
    'ENOENT',
  ].join('|'),
);

/** Whether an error, or one in its chain of `cause`s, says that the database is away for a moment. */
export function isAway(error: unknown): boolean {
  if (awayCodes.has(errorCode(error) ?? '') || isStalePlan(error)) return true;
  for (const it of causesOf(error)) {
    // Where a name has several addresses and all refuse, the error has a code and no message.
    if (awayMessages.test('code' in it ? `${it.code} ${it.message}` : it.message)) return true;
  }
  return false;
}
