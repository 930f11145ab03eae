/**
 * The bundled database cannot start, or another app owns it. The message is one line for the person who started
 * the app. `inUse` is true when a healthy server is running that another app owns.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  readonly inUse: boolean;

  constructor(message: string, { inUse = false, cause }: { inUse?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.inUse = inUse;
  }
}
