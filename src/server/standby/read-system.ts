import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';

/**
 * The number by which PostgreSQL knows a database again, whether it runs or not: made with it, the same in every copy.
 * The control file begins with it, in the machine's order of bytes, which is little-endian wherever the package runs.
 */
export function readSystem(data: string): string {
  const file = openSync(path.join(data, 'global/pg_control'), 'r');
  try {
    const bytes = Buffer.alloc(8);
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes.readBigUInt64LE().toString();
  } finally {
    closeSync(file);
  }
}
