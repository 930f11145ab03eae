import { readFileSync } from 'node:fs';
import { OperatorError } from '#server/operator-error.ts';

const shortest = 12;

/** The first line of the file of a passphrase; null without one. */
export function readPassphrase(file: string | null): string | null {
  if (file === null) return null;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new OperatorError(`The passphrase cannot be read: ${(error as Error).message}`);
  }
  const passphrase = text.split(/\r?\n/)[0] ?? '';
  if (passphrase.length < shortest) {
    throw new OperatorError(`The passphrase in ${file} is too short: at least ${shortest} characters.`);
  }
  return passphrase;
}
