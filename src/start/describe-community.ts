import type { Config } from '../config.ts';

const reasons: Record<Config['seedBecause'], string> = {
  demo: 'SEED=demo',
  none: 'SEED=none',
  embedded: 'the database is the embedded one and SEED is not set',
  database: 'DATABASE_URL is set and SEED is not',
  production: 'NODE_ENV=production',
  https: 'APP_URL begins with https',
  network: 'HOST lets other machines in and SEED is not set',
  address: 'APP_URL is not of this machine alone and SEED is not set',
  proxy: 'TRUST_PROXY=yes lets other machines in and SEED is not set',
};

/** What a start says about the community that it serves: which one it is, why, and who administers it. */
export function describeCommunity(
  { seed, seedBecause, firstAdmin }: Pick<Config, 'seed' | 'seedBecause' | 'firstAdmin'>,
  {
    hasDemo,
    madeAdmin,
    hasAdmin,
    demoPeople,
  }: { hasDemo: boolean; madeAdmin: boolean; hasAdmin: boolean; demoPeople: number },
): string[] {
  const why = reasons[seedBecause];
  const which = hasDemo
    ? `It serves the demo community, because ${why}.`
    : seed === 'demo'
      ? 'It serves the people in its database. They are no demo, so SEED changed nothing.'
      : `It serves the people in its database, without a demo, because ${why}.`;
  const lines = [which];
  if (seed === 'none' && demoPeople > 0) {
    lines.push(
      `${demoPeople} of these people are the demo's, and so are their classes and payments. For a community without them stop Sumi, set an empty DATA_DIR or database, and start again.`,
    );
  }
  if (!hasAdmin) lines.push('It has no administrator: set ADMIN_EMAIL and ADMIN_PASSWORD, and start again.');
  if (!firstAdmin) return lines;
  lines.push(
    madeAdmin
      ? `${firstAdmin.email} is its first administrator, from ADMIN_EMAIL.`
      : 'It has an administrator already, so ADMIN_EMAIL changed nothing.',
  );
  return lines;
}
