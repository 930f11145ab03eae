/**
 * Why the bundled database could not start, or cannot be ours, in one plain line meant for whoever
 * started the app. `inUse` tells the one case in which a healthy server is there but another app owns it.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  readonly inUse: boolean;

  constructor(message: string, { inUse = false, cause }: { inUse?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.inUse = inUse;
  }
}
