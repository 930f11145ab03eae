/**
 * Bugs that a siege has to find, so that one that finds nothing means something. Each is put into a server process
 * (`npm run siege -- --broken NAME`); what it takes out of the database stands in `unguards`.
 */
export const breakages = {
  'early-answer': 'answers before the commit',
  'lazy-commit': 'the database acknowledges commits that are not on disk',
  'no-waiting': 'acknowledges writes that its standby does not have',
  'no-transactions': 'each statement is committed by itself',
  'no-locks': 'rows are not locked, and the database lets a class have more students than seats',
  'false-success': 'answers 200 where it should say 503',
  'no-retry-after': 'a 503 does not say when to come back',
  'bare-500': 'a database that is away is answered as a bug',
  'deaf-streams': 'the server does not hear that rights changed',
  'leaking-files': 'requests leave files open',
} as const;
export type Breakage = keyof typeof breakages;

/** SQL for the database of a broken product. */
export const unguards: Partial<Record<Breakage, string>> = {
  'no-locks': 'alter table classes drop constraint seats_fit',
};

/** Settings for the database of a broken product. */
export const lazySettings: Partial<Record<Breakage, Record<string, string>>> = {
  'lazy-commit': { synchronous_commit: 'off', wal_writer_delay: '10s' },
};
