import { expect, it } from 'vitest';
import type { Log } from '#server/log.ts';
import { logLibraryFaults } from './log-library-faults.ts';

it.each([
  ['a fault of the database', 'users_zone_known', 1],
  ['no sign-up of two people with one address at once', 'users_email_key', 0],
])('logs %s as an error', (_what, constraint, errors) => {
  const logged: unknown[] = [];
  const log = { error: (fields: object) => logged.push(fields) } as unknown as Log;
  const fault = new Error('failed', { cause: Object.assign(new Error('duplicate'), { constraint }) });
  logLibraryFaults(log).log('error', 'failed', fault);
  expect(logged).toHaveLength(errors);
});
