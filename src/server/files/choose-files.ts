import path from 'node:path';
import type { Log } from '../log.ts';
import type { Files } from './files.ts';
import { filesInBucket } from './files-in-bucket.ts';
import { filesInFolder } from './files-in-folder.ts';
import type { Bucket } from './open-bucket.ts';

/** The bucket that the settings name, else a folder in DATA_DIR. */
export function chooseFiles(
  { bucket, dataDir }: { bucket: Bucket | null; dataDir: string },
  log: Log,
): Files {
  return bucket ? filesInBucket(bucket, log) : filesInFolder(path.join(dataDir, 'files'));
}
