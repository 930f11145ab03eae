import type { Person } from '../screenshots/tour.ts';

/** The pages that `npm run lighthouse` and `npm run loads` open, each with who reads it. */
export const measuredPages: readonly [address: string, reader: Person][] = [
  ['/es', 'visitor'],
  ['/auth', 'visitor'],
  ['/feed', 'student'],
  ['/classes', 'student'],
  ['/ranking', 'student'],
  ['/store', 'student'],
  ['/admin', 'admin'],
];
