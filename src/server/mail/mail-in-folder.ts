import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';
import { envelope } from './mail-over-smtp.ts';

/**
 * Where no mail server is set: each letter becomes a file (`.eml`) in `folder`, for the organiser to read. Only
 * the user the server runs as can open them. A letter that is sent again replaces itself.
 */
export function mailInFolder(folder: string, from: string): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(envelope(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const place = path.join(folder, `${message.id}.eml`);
      // Written beside it first, so that no person reads half a letter.
      await writeFile(`${place}.part`, bytes as Buffer, { mode: 0o600 });
      await rename(`${place}.part`, place);
    },
  };
}
