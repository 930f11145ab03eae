/** How often something is tried before people are told that it does not work. It is tried on all the same. */
export const attemptsBeforeFailed = 4;

/** For how long nobody else asks the calendar about what somebody is asking it: longer than any call can take. */
export const leaseMs = 60_000;

const firstWaitMs = 10_000;
const longestWaitMs = 15 * 60_000;

/**
 * How long to wait after that many attempts: ten seconds, then twice as long each time, a quarter of an hour at
 * most; up to half of it less by `chance` (0 to 1), so that what failed together does not come back together.
 */
export function waitAfter(attempts: number, chance: number): number {
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(wait * (1 - chance / 2));
}

/** The id of the event that shows a class: letters and digits that every calendar takes. */
export function eventIdOf(classId: string): string {
  return `sumi${classId.replaceAll('-', '')}`;
}

/** Whether that is the id of an event that shows a class of ours, also of one that is gone. */
export function showsClass(eventId: string): boolean {
  return /^sumi[0-9a-f]{32}$/.test(eventId);
}

/** How many days of the calendar are read for classes. */
export const daysToImport = 60;
