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
    redact: ['*.password', '*.token', '*.email', '*.cookie', '*.authorization', '*.meetLink'],
  });
}
