import { pino } from 'pino';

export type Log = pino.Logger;

/**
 * Each entry is written before the next statement runs. Entries that wait in memory would be lost with a killed
 * process, and a process whose log nothing reads any more could not end: the library would try to write them again and
 * again.
 */
const standardOutput = () => pino.destination({ dest: 1, sync: true });

/**
 * Writes one line of JSON per entry. Never log a request's body, its headers or a person's e-mail address; the fields
 * below are redacted, also when a library logs them.
 */
export function createLog(level: string, destination: pino.DestinationStream = standardOutput()): Log {
  const options = {
    level,
    base: undefined,
    serializers: { err: describeError },
    redact: ['*.password', '*.token', '*.email', '*.cookie', '*.authorization', '*.meetLink'],
  };
  return pino(options, destination);
}

/**
 * Describes an error without PostgreSQL's details, which quote whole rows with people's addresses. Messages of class 22
 * quote the wrong value, so they are replaced. Mail servers and payment providers quote e-mail addresses, which are
 * taken out.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint } = error as { code?: string; constraint?: string };
  const quotes = code?.startsWith('22') ?? false;
  return {
    type: error.name,
    message: quotes ? 'a value the database could not take' : withoutAddresses(error.message),
    code,
    constraint,
    stack: quotes ? error.stack?.slice(error.stack.indexOf('\n')) : withoutAddresses(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>"'()[\],;:/=]+@[^\s<>"'()[\],;:/]+\.\p{L}{2,}/gu, '<address>');
}
