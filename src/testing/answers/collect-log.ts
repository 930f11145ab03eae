import { createLog, type Log } from '#server/log.ts';

export type LogEntry = Record<string, unknown> & { msg?: string; err?: { code?: string } };

/** A log as the product writes it, and what was written to it since the test last took it. */
export function collectLog(): { log: Log; take: () => LogEntry[] } {
  const entries: LogEntry[] = [];
  const log = createLog('info', { write: (line) => void entries.push(JSON.parse(line)) });
  return { log, take: () => entries.splice(0) };
}
