import { WorkFailed } from '../jobs/due-work.ts';
import type { Chore } from '../jobs/start-jobs.ts';
import { describeStandby, readStandby } from './read-standby.ts';

/** Looks whether the standby follows, and shows among what is stuck when it does not. */
export const checkStandby: Chore = {
  name: 'standby',
  everyMinutes: 5,
  async run({ db }) {
    const standby = await readStandby(db);
    if (!standby || standby.follows) return;
    throw new WorkFailed(`the standby: ${describeStandby(standby)}`, { lasting: true });
  },
};
