import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startObjectStore } from '../../testing/stand-ins/object-store.ts';
import { createLog } from '../log.ts';
import { chooseFiles } from './choose-files.ts';
import { newFileName } from './file-names.ts';
import type { Files } from './files.ts';
import { filesInBucket } from './files-in-bucket.ts';

const log = createLog('silent');

let store: Awaited<ReturnType<typeof startObjectStore>>;
let dataDir: string;
beforeAll(async () => {
  store = await startObjectStore();
  dataDir = await mkdtemp(path.join(tmpdir(), 'sumi-files-'));
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

const textOf = async (files: Files, name: string) => {
  const bytes = await files.read(name);
  return bytes && new TextDecoder().decode(bytes);
};
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function namesIn(files: Files): Promise<string[]> {
  const names: string[] = [];
  for await (const name of files.list()) names.push(name);
  return names.sort();
}

describe.each(['folder', 'bucket'] as const)('files in a %s', (kind) => {
  let files: Files;
  beforeAll(() => {
    files = chooseFiles({ dataDir, bucket: kind === 'bucket' ? store.bucket : null }, log);
  });

  it('are read as they were written until they are removed, and removed twice without harm', async () => {
    const name = newFileName('things', 'txt');
    expect(await files.read(name)).toBeNull();
    await files.write(name, bytesOf('hola ñandú'));
    expect(await textOf(files, name)).toBe('hola ñandú');
    await files.remove(name);
    expect(await files.read(name)).toBeNull();
    await files.remove(name);
  });

  it('hold every byte of a large one', async () => {
    const name = newFileName('things', 'bin');
    const bytes = new Uint8Array(1_500_000).map((_, at) => (at * 31) % 251);
    await files.write(name, bytes);
    expect(Buffer.compare((await files.read(name)) ?? Buffer.of(), bytes)).toBe(0);
    await files.remove(name);
  });

  it('are listed by their names, page by page', async () => {
    expect(await namesIn(files)).toEqual([]);
    const names = Array.from({ length: 5 }, () => newFileName('things', 'txt')).sort();
    await Promise.all(names.map((name) => files.write(name, bytesOf(name))));
    expect(await namesIn(files)).toEqual(names);
    await Promise.all(names.map((name) => files.remove(name)));
    expect(await namesIn(files)).toEqual([]);
  });

  it.each(['../secret', 'things/../../secret', '/etc/hostname', 'secret', ''])(
    'refuse a name that is none of theirs: "%s"',
    async (name) => {
      expect(await files.read(name)).toBeNull();
      await files.remove(name);
      await expect(files.write(name, new Uint8Array(1))).rejects.toThrow('Not the name of a file');
    },
  );
});

describe('a bucket', () => {
  let files: Files;
  const name = newFileName('things', 'txt');
  const busy = { code: 'http/busy', status: 503 };
  beforeEach(() => {
    store.objects.clear();
    store.turn();
    files = filesInBucket(store.bucket, log, { deadlineMs: 60_000 });
  });

  it('that asks for patience twice gets the file at the third attempt', async () => {
    store.turn('slow-down', 'slow-down');
    await files.write(name, bytesOf('hola'));
    expect(await textOf(files, name)).toBe('hola');
  });

  it('whose answer to a write is lost gets the same file once more', async () => {
    store.turn('loses-answer');
    await files.write(name, bytesOf('hola'));
    expect([...store.objects].map(([key, bytes]) => [key, String(bytes)])).toEqual([[name, 'hola']]);
  });

  it('that fails again and again is answered with 503, and holds nothing', async () => {
    store.turn('fails', 'fails', 'fails');
    await expect(files.write(name, bytesOf('hola'))).rejects.toMatchObject(busy);
    expect(store.objects.size).toBe(0);
    expect(await files.read(name)).toBeNull();
  });

  it('that says nothing is given up in time', async () => {
    const impatient = filesInBucket(store.bucket, log, { deadlineMs: 300 });
    store.turn('stalls', 'stalls', 'stalls');
    await expect(impatient.read(name)).rejects.toMatchObject(busy);
  });

  it('that breaks off in the middle of a file gives no half of it', async () => {
    await files.write(name, bytesOf('hola'.repeat(10_000)));
    store.turn('breaks-off');
    await expect(files.read(name)).rejects.toMatchObject(busy);
  });

  it('that is not there, or knows another key, is not taken for one without files', async () => {
    const elsewhere = filesInBucket({ ...store.bucket, name: 'others' }, log);
    await expect(elsewhere.read(name)).rejects.toMatchObject(busy);
    const stranger = filesInBucket({ ...store.bucket, key: { id: 'AKIAOTHER', secret: 'x' } }, log);
    await expect(stranger.read(name)).rejects.toMatchObject(busy);
  });
});
