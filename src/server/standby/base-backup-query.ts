import pg from 'pg';
import { type Extract, extract } from 'tar-stream';

/** A base backup comes as messages: the first byte says what, `d` a piece of the archive. */
const piece = 'd'.charCodeAt(0);

/**
 * Asks a walsender for a base backup: every file of the database, as of a checkpoint made now, and the log that was
 * written meanwhile. The connection pauses while the archive's reader is slower than the network.
 */
export class BaseBackupQuery extends pg.Query {
  readonly tar: Extract = extract();

  constructor() {
    super(`BASE_BACKUP (LABEL 'sumi', CHECKPOINT 'fast', WAL, MANIFEST 'no')`);
    this.on('error', (error: Error) => this.tar.destroy(error));
    this.on('end', () => this.tar.end(undefined));
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: pg.Connection): void {
    // A copy: the connection writes its next messages over this one.
    if (chunk[0] !== piece || this.tar.write(Buffer.from(chunk.subarray(1))) || stream.isPaused()) return;
    stream.pause();
    this.tar.once('drain', () => stream.resume());
  }
}
