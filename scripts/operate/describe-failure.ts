import { OperatorError } from '#server/operator-error.ts';

/**
 * What a command says about the error that ended it. The system, PostgreSQL and outside services name their errors by a
 * code and say themselves what happened. Any other error is a bug and shows where it is.
 */
export function describeFailure(error: unknown): string {
  const { message, code, stack } = error as NodeJS.ErrnoException;
  return error instanceof OperatorError || code !== undefined ? message || `${code}` : `${stack}`;
}
