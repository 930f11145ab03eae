import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { dayMs } from '#shared/time/durations.ts';
import { writeSafely } from '../files/write-safely.ts';
import type { Chore } from '../jobs/start-jobs.ts';
import type { Mail } from './mail.ts';
import { envelope } from './mail-over-smtp.ts';

/**
 * Where no mail server is set: each letter becomes a file (`.eml`) in `folder`, for the operator to read. Only
 * the user the server runs as can open them. A letter that is sent again replaces itself. Letters hold links and
 * addresses, so each that is sent deletes those older than any link.
 */
export function mailInFolder(folder: string, from: string): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(envelope(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeSafely(path.join(folder, `${message.id}.eml`), bytes as Buffer);
      await deleteOld(folder);
    },
  };
}

/** The links with the longest life, of guardians, can be followed for 14 days. */
const keptMs = 15 * dayMs;

/**
 * Deletes letters that are older than any link where no letter follows them: a mail server is set by now, or the
 * community is quiet.
 */
export function forgetLetters(folder: string): Chore {
  return { name: 'forget-letters', everyMinutes: 24 * 60, run: () => deleteOld(folder) };
}

async function deleteOld(folder: string): Promise<void> {
  // There is no folder where no letter was ever written.
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    // With more at its end, it is one that a crash left half written (`writeSafely`).
    if (!/\.eml(\..+)?$/.test(name)) continue;
    const place = path.join(folder, name);
    // Another process may have deleted it.
    const written = (await stat(place).catch(() => null))?.mtimeMs ?? Date.now();
    if (written < Date.now() - keptMs) await rm(place, { force: true });
  }
}
