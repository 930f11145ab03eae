import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#shared/parse-json.ts';
import type { GoogleSettings } from './google-calendar.ts';

const key = z.object({ client_email: z.email(), private_key: z.string() });

/**
 * Reads the JSON key of a service account, as Google's console exports it. Throws an `Error` whose message is one line
 * for the operator and quotes nothing of the key.
 */
export function readServiceAccount(json: string): GoogleSettings['account'] {
  const read = key.safeParse(parseJson(json));
  if (!read.success) throw new Error('is not the JSON key of a service account');
  const { client_email: clientEmail, private_key: privateKey } = read.data;
  try {
    createPrivateKey(privateKey);
  } catch {
    throw new Error('holds a private_key that cannot be read');
  }
  return { clientEmail, privateKey };
}
