import { OperatorError } from '../operator-error.ts';

/**
 * The bundled database cannot start, or another app owns it. `inUse` is true when a healthy server is running that
 * another app owns.
 */
export class EmbeddedPostgresError extends OperatorError {
  override name = 'EmbeddedPostgresError';
  readonly inUse: boolean;

  constructor(message: string, { inUse = false, cause }: { inUse?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.inUse = inUse;
  }
}
