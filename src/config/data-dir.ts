import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './config-error.ts';

/** Makes the folder of a place where it is missing. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    refuseToWrite(error);
  }
}

/** The volume of a container often belongs to another user than the server's. */
function refuseToWrite(error: unknown): never {
  throw new ConfigError(`DATA_DIR: cannot be written to (${(error as Error).message}).`);
}

/** The secret of a place; a place that has none gets one that only its owner reads. */
export function readOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') refuseToWrite(error);
  }
  return readSecret(file);
}

const secretFile = (dataDir: string) => path.join(dataDir, 'secret');

/** Null where no server has made one. */
export function findSecret(dataDir: string): string | null {
  const file = secretFile(dataDir);
  return existsSync(file) ? readSecret(file) : null;
}

function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new ConfigError(`${file} holds no secret: remove it, and a new one is made.`);
  return secret;
}
