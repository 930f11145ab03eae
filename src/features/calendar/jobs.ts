import type { Chore } from '#server/jobs/start-jobs.ts';
import type { Log } from '#server/log.ts';
import { visitor } from '#shared/actor.ts';
import { syncCalendar } from './sync/sync-calendar.ts';
import type { Outside } from './sync/tell-calendar.ts';

/** Every minute, and at once when a class changes. */
export function syncClasses(outside: Outside, log: Log): Chore {
  const world = { ...outside, clock: () => new Date(), chance: Math.random };
  return {
    name: 'sync-classes',
    cron: '* * * * *',
    run: (db) =>
      syncCalendar({ db, actor: visitor, now: world.clock(), log, afterCommit: (act) => act(db) }, world),
  };
}
