import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '#server/operator-error.ts';

/**
 * Files that root leaves in the place of an ordinary user are closed to the server, which runs as that user. The secret
 * tells who runs the server; before the first start, the folder does, or the one above it. @throws OperatorError
 */
export function refuseRoot(dataDir: string): void {
  const places = [path.join(dataDir, 'secret'), dataDir, path.dirname(dataDir)];
  const place = places.find((one) => existsSync(one));
  if (process.getuid?.() !== 0 || !place || statSync(place).uid === 0) return;
  throw new OperatorError(
    `${place} belongs to another user than root: run this as that user (sudo -u '#${statSync(place).uid}' …), who could not read what root writes.`,
  );
}
