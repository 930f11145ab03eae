import { brokenConstraint } from '#server/db/error-code.ts';
import type { Log } from '#server/log.ts';

/**
 * The library answers a fault of the database, or its own, with an error that no longer says what happened. It tells
 * its logger first: that is where the true error is. Its messages below the level of an error (who signs up, whose
 * password was wrong) hold addresses and are dropped; we log those events ourselves. Two who sign up with one address
 * at once are no fault.
 */
export function logLibraryFaults(log: Log) {
  return {
    level: 'error',
    log: (_level: string, ...logged: unknown[]) => {
      const err = logged.find((each) => each instanceof Error);
      if (brokenConstraint(err) !== 'users_email_key') log.error({ err }, 'the sign-in library failed');
    },
  } as const;
}
