import { createWriteStream } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Extract } from 'tar-stream';
import type { RunUser } from './choose-run-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/**
 * Writes a base backup into `folder`, which exists, as files of the database's user. PostgreSQL syncs all of them
 * before it replays the first record of the log.
 */
export async function unpackData(tar: Extract, folder: string, runAs: RunUser | null): Promise<void> {
  for await (const entry of tar) {
    const { name, type } = entry.header;
    const target = path.join(folder, name);
    // The folder itself comes as `./`.
    const isInside = target.startsWith(`${folder}${path.sep}`);
    if (type === 'directory') {
      if (!isInside && path.resolve(target) !== folder) refuse(name);
      await mkdir(target, { recursive: true, mode: 0o700 });
      entry.resume();
    } else {
      if (!isInside || type !== 'file') refuse(name);
      await pipeline(entry, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    }
    if (runAs) await chown(target, runAs.uid, runAs.gid);
  }
}

function refuse(name: string): never {
  throw new EmbeddedPostgresError(`This is no base backup of Sumi's database: it holds ${name}.`);
}
