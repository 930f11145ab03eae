import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { nameBackup } from '#server/backup/name-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import type { DbAddress } from '#server/db/connect.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { chooseFiles } from '#server/files/choose-files.ts';
import { createLog } from '#server/log.ts';
import { OperatorError } from '#server/operator-error.ts';
import { communityParts } from '../../src/community-parts.ts';
import { readPlace } from '../../src/config.ts';
import { describeFailure } from './describe-failure.ts';
import { findRunningDatabase } from './find-running-database.ts';
import { readPassphrase } from './read-passphrase.ts';
import { refuseRoot } from './refuse-root.ts';
import { showProgress } from './show-progress.ts';

// `npm run backup [-- --to FILE] [--passphrase-file FILE]` writes the whole community into one file, while it runs or
// not: the database that DATABASE_URL names or the embedded one, people's files, and the secret. Exits 1 and leaves no
// file when it cannot.

const begun = Date.now();
const progress = showProgress();
// So that an embedded database that was started for this stops too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
try {
  await backUp();
} catch (error) {
  progress.clear();
  console.error(`No backup was made. ${describeFailure(error)}`);
  process.exit(1);
}

async function backUp(): Promise<void> {
  const given = readArguments();
  const place = readPlace(process.env);
  refuseRoot(place.dataDir);
  const { folder, host, passphraseFile } = place.backup;
  const passphrase = readPassphrase(given['passphrase-file'] ?? passphraseFile);
  const file = path.resolve(
    given.to ?? path.join(folder, nameBackup(new Date(), { host, sealed: passphrase !== null })),
  );
  if (existsSync(file)) throw new OperatorError(`${file} is there already: name another file.`);
  const { address, stop } = await openDatabase(place);
  try {
    if (place.secret === null) {
      throw new OperatorError(
        `There is no secret in ${place.dataDir}: set DATA_DIR or SECRET as for the server.`,
      );
    }
    const { tables, files, missing, bytes } = await writeBackup(
      file,
      {
        ...{ address, dataDir: place.dataDir, secret: place.secret },
        files: chooseFiles(place, createLog('silent')),
        ...communityParts,
      },
      { seal: passphrase === null ? null : { passphrase }, onProgress: progress.rows },
    );
    progress.clear();
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${file}: ${rows} rows of ${tables.length} tables, ${files} files and the secret, ${(bytes / 1e6).toFixed(1)} MB, read back and whole, in ${((Date.now() - begun) / 1000).toFixed(1)} s.`,
    );
    if (passphrase === null) {
      console.log('It is not encrypted: keep it where nobody else reads it, or use --passphrase-file.');
    }
    if (missing.length > 0) {
      console.error(
        `${missing.length} files that the database names are not in ${place.bucket ? place.bucket.name : path.join(place.dataDir, 'files')} (${missing[0]}): are the settings the server's?`,
      );
    }
  } finally {
    await stop();
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { to: { type: 'string' }, 'passphrase-file': { type: 'string' } } }).values;
  } catch (error) {
    throw new OperatorError(
      `${(error as Error).message}. Usage: npm run backup [-- --to FILE] [--passphrase-file FILE]`,
    );
  }
}

/** The database that runs, else the embedded one, started for as long as this takes. */
async function openDatabase({
  dataDir,
}: {
  dataDir: string;
}): Promise<{ address: DbAddress; stop: () => Promise<void> }> {
  const running = findRunningDatabase(process.env);
  if (running) return { address: running, stop: async () => {} };
  if (!existsSync(path.join(dataDir, 'postgres/data/PG_VERSION'))) {
    throw new OperatorError(
      `There is no community in ${dataDir}: set DATA_DIR or DATABASE_URL as for the server.`,
    );
  }
  const server = await startEmbeddedPostgres({ dataDir });
  return { address: server.connection, stop: server.stop };
}
