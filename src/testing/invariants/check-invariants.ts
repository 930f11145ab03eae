import { sql } from 'kysely';
import { expect } from 'vitest';
import { accountInvariants } from '#features/accounts/account-invariants.ts';
import type { Db } from '#server/db/connect.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { everyInvariant } from '../../every-invariant.ts';

/** Without those of accounts: many a community of a test has no administrator. */
const all = everyInvariant.filter((each) => !accountInvariants.includes(each));

/** Where tests move coins, money or seats. */
const folders = [
  ...['audit', 'coins', 'store', 'payments', 'memberships', 'classes', 'cup', 'profiles', 'people'],
  ...['privacy', 'calendar', 'accounts/deletion', 'accounts/invitations', 'videos/watch/record-view'],
].map((path) => `/src/features/${path}`);

/**
 * Fails the running test file, where it moves coins, money or seats, if an invariant of these is broken at `now`. One
 * statement asks for them all, because every community of these tests is asked as it ends.
 */
export async function checkInvariants(db: Db, now: Date): Promise<void> {
  const file = expect.getState().testPath ?? '';
  const isOurs = file.startsWith(import.meta.dirname);
  if (!isOurs && !folders.some((folder) => file.includes(folder))) return;
  const at = now.toISOString();
  const invariants = all.map(({ name, query }) => ({
    name,
    query: query.replaceAll('now()', `timestamptz '${at}'`),
  }));
  const { rows } = await sql<{ isBroken: boolean }>`select ${sql.raw(
    invariants.map(({ query }) => `exists (${query})`).join(' or '),
  )} as is_broken`.execute(db);
  if (onlyRow(rows).isBroken) expect(await findBroken(db, invariants)).toEqual([]);
}
