import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract as tarExtract } from 'tar-stream';
import { OperatorError } from '../operator-error.ts';

export type Entry = { name: string; bytes: Buffer };

const ageBegins = 'age-encryption.org/';
/** `writeArchive` is given at most some megabytes an entry; more is no backup, and would fill the memory. */
const largestEntry = 256 * 1024 * 1024;

/** Reads the entries of an archive in order. @throws OperatorError when it is damaged, cut short or closed to us. */
export async function* readArchive(file: string, passphrase: string | null): AsyncGenerator<Entry> {
  await refuseOtherSeal(file, passphrase);
  const source = createReadStream(file);
  try {
    const packed = passphrase === null ? source : await decrypt(file, source, passphrase);
    const tar = tarExtract();
    const reading = pipeline(packed, createGunzip(), tar);
    reading.catch(() => {});
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (size > largestEntry) throw new Error(`${name} is too large`);
      const parts: Uint8Array[] = [];
      for await (const part of entry) parts.push(part as Uint8Array);
      yield { name, bytes: Buffer.concat(parts) };
    }
    await reading;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw damaged(file, (error as Error).message);
  } finally {
    source.destroy();
  }
}

export function damaged(file: string, why: string): OperatorError {
  const line = why.replace(/\s+/g, ' ').slice(0, 200);
  return new OperatorError(`${file} is damaged or was cut short (${line}): take another backup.`);
}

async function refuseOtherSeal(file: string, passphrase: string | null): Promise<void> {
  const opened = await open(file).catch((error: Error) => {
    throw new OperatorError(`The backup cannot be read: ${error.message}`);
  });
  try {
    const { buffer } = await opened.read(Buffer.alloc(ageBegins.length), 0, ageBegins.length, 0);
    const isSealed = buffer.toString('latin1') === ageBegins;
    if (isSealed && passphrase === null) {
      throw new OperatorError(
        `${file} is encrypted: name the file of its passphrase with --passphrase-file.`,
      );
    }
    if (!isSealed && passphrase !== null) {
      throw new OperatorError(
        `${file} is not encrypted, so the passphrase proves nothing about it: if it is yours, leave out --passphrase-file and BACKUP_PASSPHRASE_FILE.`,
      );
    }
  } finally {
    await opened.close();
  }
}

async function decrypt(file: string, source: Readable, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
    return Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0]);
  } catch (error) {
    const { message } = error as Error;
    if (!message.startsWith('no identity matched')) throw error;
    throw new OperatorError(`The passphrase does not fit ${file}, or its beginning is damaged.`);
  }
}
