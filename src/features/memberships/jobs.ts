import type { Chore } from '#server/jobs/start-jobs.ts';
import type { Log } from '#server/log.ts';
import { visitor } from '#shared/actor.ts';
import { endMemberships } from './end-memberships.ts';

/** Ends memberships whose time is over. */
export function membershipChores(log: Log, clock: () => Date): Chore[] {
  return [
    {
      name: 'end-memberships',
      cron: '*/5 * * * *',
      run: (db) => endMemberships({ db, actor: visitor, now: clock(), log, afterCommit: (act) => act(db) }),
    },
  ];
}
