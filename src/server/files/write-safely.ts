import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Writes a file so that a crash leaves the whole of it or nothing under its name. */
export async function writeSafely(file: string, content: Uint8Array | string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  const opened = await open(temporary, 'wx', 0o600);
  try {
    await opened.writeFile(content);
    await opened.sync();
    await opened.close();
    await rename(temporary, file);
  } catch (error) {
    await opened.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Makes the names in a folder outlast a crash. Windows cannot and need not sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}
