import { pino } from 'pino';

export type Log = pino.Logger;

/**
 * One JSON line per happening. Never give it a request's body, headers or a person's address: the few
 * fields below are cut out even where a library logs them by itself.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    serializers: { err: describeError },
    redact: ['*.password', '*.token', '*.email', '*.cookie', '*.authorization', '*.meetLink'],
  });
}

/**
 * An error without what PostgreSQL quotes in its details: whole rows, with people's addresses in them. Messages
 * of class 22 quote the value that was wrong, so they go too.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint } = error as { code?: string; constraint?: string };
  const quotes = code?.startsWith('22') ?? false;
  return {
    type: error.name,
    message: quotes ? 'a value the database could not take' : error.message,
    code,
    constraint,
    stack: quotes ? error.stack?.slice(error.stack.indexOf('\n')) : error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
