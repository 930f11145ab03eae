import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack as tarPack } from 'tar-stream';
import { dayMs } from '#shared/time/durations.ts';
import { syncFolder } from '../files/write-safely.ts';
import { isAlive } from '../processes/is-alive.ts';

/** How to encrypt a backup. The work factor is scrypt's, as a power of two; tests take a small one. */
export type Seal = { passphrase: string; workFactor?: number };

export type ArchiveWriter = {
  /** Adds an entry; resolves when the next one may come. */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Gives the complete archive its name once `check` has read it; resolves to its size in bytes. */
  finish(check: (temporary: string) => Promise<unknown>): Promise<number>;
  /** Removes what was written. Idempotent, and does nothing after `finish`. */
  abandon(): Promise<void>;
};

const unfinished = '.unfinished-';

/** The name of a file while this process works on it; the next backup in its folder removes what a killed one left. */
export const unfinishedName = (file: string) => `${file}${unfinished}${hostname()}-${process.pid}`;

/**
 * Begins an archive: tar in gzip, in the age format with a passphrase, so that `age`, `gunzip` and `tar` open it
 * without Sumi. It is written under another name beside `file` and renamed when it is complete.
 */
export async function writeArchive(file: string, seal: Seal | null): Promise<ArchiveWriter> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);
  const temporary = unfinishedName(file);
  const pack = tarPack();
  const gzip = createGzip();
  const content = seal ? await encrypt(gzip, seal) : gzip;
  const target = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
  const written = Promise.all([pipeline(pack, gzip), pipeline(content, target)]);
  // `add` and `finish` report the failure; this keeps it from ending the process before they are called.
  written.catch((error: Error) => {
    pack.destroy(error);
    target.destroy();
  });
  const failure = written.then(() => new Promise<never>(() => {}));
  failure.catch(() => {});
  let over = false;
  return {
    async add(name, bytes) {
      const added = new Promise<void>((resolve, reject) => {
        const entry = pack.entry({ name, size: bytes.byteLength, mode: 0o600 }, (error) =>
          error ? reject(error) : resolve(),
        );
        entry.end(bytes);
      });
      // The first error of the two is of the disk; that of the entry only says that the archive is closed.
      await Promise.race([added.catch(() => written.then(() => added)), failure]);
    },
    async finish(check) {
      pack.finalize();
      await written;
      await check(temporary);
      const { size } = await stat(temporary);
      await rename(temporary, file);
      over = true;
      await syncFolder(folder);
      return size;
    },
    async abandon() {
      if (over) return;
      over = true;
      pack.destroy();
      await written.catch(() => {});
      await rm(temporary, { force: true });
    },
  };
}

async function encrypt(plain: Readable, { passphrase, workFactor }: Seal): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (workFactor) encrypter.setScryptWorkFactor(workFactor);
  const sealed = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>);
  return Readable.fromWeb(sealed as Parameters<typeof Readable.fromWeb>[0]);
}

/** Removes what a killed backup left: of this machine by its process, of another one after a day. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, by] = name.split(unfinished);
    if (by === undefined) continue;
    const file = path.join(folder, name);
    const pid = by.startsWith(`${hostname()}-`) ? Number(by.slice(hostname().length + 1)) : null;
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if ((pid !== null && !isAlive(pid)) || mtimeMs < Date.now() - dayMs) await rm(file, { force: true });
  }
}
