import { availableParallelism } from 'node:os';
import { hostsOf } from '#server/db/database-hosts.ts';
import { addressOf } from './config/address-settings.ts';
import { calendarOf } from './config/calendar-settings.ts';
import { linksOf, mailOf, paymentsOf, seedOf } from './config/community-settings.ts';
import { ConfigError } from './config/config-error.ts';
import { findSecret, makeDataDir, readOrCreateSecret } from './config/data-dir.ts';
import { replicaOf } from './config/database-settings.ts';
import { readEnvironment } from './config/environment.ts';
import { findMisspelled } from './config/find-misspelled.ts';
import { keptDaysOf } from './config/kept-days.ts';
import { placeOf } from './config/place-settings.ts';
import { refuseContradictions } from './config/refuse-contradictions.ts';
import { signInOf } from './config/sign-in-settings.ts';

export type Config = ReturnType<typeof readConfig>;

export { ConfigError };

/**
 * Reads all settings from `env`. None is required. Creates `DATA_DIR` if it is missing and keeps the secret that signs
 * cookies there, unless `SECRET` is set.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const set = readEnvironment(env);
  const production = set.NODE_ENV === 'production';
  refuseContradictions(set, production);
  const { dataDir, ...place } = placeOf(set);
  makeDataDir(dataDir);
  const address = addressOf(set);
  const { seed, seedBecause } = seedOf(set, { production, address });
  return {
    production,
    misspelled: findMisspelled(env),
    ...address,
    trustProxy: set.TRUST_PROXY === 'yes',
    dataDir,
    ...place,
    databaseUrl: set.DATABASE_URL,
    replicaUrl: replicaOf(set),
    hasStandby: set.DATABASE_URL !== undefined && (hostsOf(set.DATABASE_URL)?.length ?? 0) > 1,
    /** Connections of the server, over all its processes; not set, what its processes and the database can take. */
    databasePool: set.DATABASE_POOL,
    processes: set.PROCESSES === 'auto' ? availableParallelism() : (set.PROCESSES ?? 1),
    sharedPagesBytes: (set.SHARED_PAGES_MB ?? 64) * 1024 * 1024,
    seed,
    /** Why there is a demo, or none. */
    seedBecause,
    secret: set.SECRET ?? readOrCreateSecret(dataDir),
    ...signInOf(set, production),
    links: linksOf(set, seed),
    /** Without a key, channels are read from their public feeds. */
    youtubeApiKey: set.YOUTUBE_API_KEY,
    instagramToken: set.INSTAGRAM_TOKEN,
    logLevel: set.LOG_LEVEL ?? 'info',
    ...paymentsOf(set, { production, address }),
    calendar: calendarOf(set),
    /** The Jitsi server for classes without a meeting address; null for none. */
    jitsiUrl: set.JITSI_URL ?? null,
    ...mailOf(set, { production, address }),
    keptDays: keptDaysOf(set),
    /** Null: there are no metrics to read. */
    metricsToken: set.METRICS_TOKEN ?? null,
  };
}

/**
 * Reads where the community is, for a backup or a restore. Creates nothing: a restore finds the place as it is. The
 * secret is null where none was set and no server has made one.
 */
export function readPlace(env: Record<string, string | undefined>) {
  const set = readEnvironment(env);
  const place = placeOf(set);
  return {
    ...place,
    databaseUrl: set.DATABASE_URL,
    secretSetting: set.SECRET ?? null,
    secret: set.SECRET ?? findSecret(place.dataDir),
  };
}
