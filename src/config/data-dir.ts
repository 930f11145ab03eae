import { randomBytes } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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

/**
 * The secret of a place; a place that has none gets one that only its owner reads. It appears under its name as a
 * whole: another process may read it at once, and a disk that is full leaves none.
 */
export function readOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  if (existsSync(file)) return readSecret(file);
  const secret = randomBytes(32).toString('base64url');
  const temporary = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(temporary, secret, { flag: 'wx', mode: 0o600, flush: true });
    nameOnce(temporary, file);
  } catch (error) {
    refuseToWrite(error);
  } finally {
    rmSync(temporary, { force: true });
  }
  return readSecret(file);
}

/** Gives a file that is whole its name, unless another process was first. */
function nameOnce(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch {
    if (existsSync(file)) return;
    // A file system without links.
    copyFileSync(temporary, file, constants.COPYFILE_EXCL);
  }
}

const secretFile = (dataDir: string) => path.join(dataDir, 'secret');

/** Null where no server has made one. */
export function findSecret(dataDir: string): string | null {
  const file = secretFile(dataDir);
  return existsSync(file) ? readSecret(file) : null;
}

function readSecret(file: string): string {
  const secret = readText(file).trim();
  if (secret.length < 32) {
    throw new ConfigError(
      `${file} holds no secret: put back that of a backup, or remove it, and a new one is made. Then npm run remove-factor -- --unreadable lets people sign in who had a second factor.`,
    );
  }
  return secret;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigError(
      `The secret cannot be read (${message}): it has to belong to the user who runs Sumi.`,
    );
  }
}
