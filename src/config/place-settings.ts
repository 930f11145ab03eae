import path from 'node:path';
import type { Bucket } from '#server/files/open-bucket.ts';
import { addressOf } from './address-settings.ts';
import { ConfigError } from './config-error.ts';
import { archiveOf, sharedDatabaseOf } from './database-settings.ts';
import type { Settings } from './environment.ts';

/** Where the community is: its files, its backups, its database. */
export function placeOf(set: Settings) {
  const dataDir = path.resolve(set.DATA_DIR ?? 'data');
  const backup = {
    /** Null: backups are made by hand alone. */
    everyHours: set.BACKUP_EVERY ?? null,
    keep: set.BACKUP_KEEP ?? 7,
    folder: path.resolve(set.BACKUP_DIR ?? path.join(dataDir, 'backups')),
    /** The host of APP_URL, with its port, as it may stand in the name of a file. */
    host: new URL(addressOf(set).appUrl).host.replaceAll(/[^\w.-]/g, '_'),
    passphraseFile: set.BACKUP_PASSPHRASE_FILE ? path.resolve(set.BACKUP_PASSPHRASE_FILE) : null,
  };
  if (!set.BACKUP_EVERY && set.BACKUP_KEEP) {
    throw new ConfigError('BACKUP_KEEP: goes with BACKUP_EVERY, which is not set.');
  }
  const bucket = bucketOf(set);
  return {
    dataDir,
    backup: { ...backup, toBucket: isCopied(set, bucket) },
    bucket,
    walArchive: archiveOf(set),
    sharedDatabase: sharedDatabaseOf(set),
  };
}

/** Whether backups by the clock go to the bucket too: never one that opens without a passphrase. */
function isCopied(set: Settings, bucket: Bucket | null): boolean {
  const asked = set.BACKUP_TO_BUCKET;
  const missing = (
    [
      ['BACKUP_EVERY', set.BACKUP_EVERY],
      ['FILES_BUCKET', bucket],
      ['BACKUP_PASSPHRASE_FILE', set.BACKUP_PASSPHRASE_FILE],
    ] as const
  ).find(([, given]) => !given)?.[0];
  if (asked === 'yes' && missing) {
    throw new ConfigError(`BACKUP_TO_BUCKET: goes with ${missing}, which is not set.`);
  }
  return asked !== 'no' && !missing;
}

/** Null: people's files are in DATA_DIR. */
function bucketOf(set: Settings): Bucket | null {
  const { FILES_BUCKET: name, FILES_KEY_ID: id, FILES_KEY_SECRET: secret } = set;
  if (!name) {
    const others = ['FILES_ENDPOINT', 'FILES_REGION', 'FILES_KEY_ID', 'FILES_KEY_SECRET'] as const;
    const alone = others.find((other) => set[other]);
    if (alone) throw new ConfigError(`${alone}: goes with FILES_BUCKET, which is not set.`);
    return null;
  }
  if (!id !== !secret) {
    throw new ConfigError('FILES_KEY_ID and FILES_KEY_SECRET go together: set both or neither.');
  }
  return {
    name,
    endpoint: set.FILES_ENDPOINT ?? null,
    region: set.FILES_REGION ?? 'us-east-1',
    key: id && secret ? { id, secret } : null,
  };
}
