import type { Chore } from '#server/jobs/start-jobs.ts';
import type { Log } from '#server/log.ts';
import type { ChannelSource } from '#server/video-sources/video-sources.ts';
import { visitor } from '#shared/actor.ts';
import { syncChannels } from './channels/sync-channels.ts';

const budget = 10 * 60_000;

/** Every six hours all channels are asked for news, whoever signs up in between; and sooner when one is listed. */
export function syncChannelsByClock(source: ChannelSource, log: Log): Chore {
  return {
    name: 'sync-channels',
    cron: '17 */6 * * *',
    run: (db) =>
      syncChannels({ db, actor: visitor, now: new Date(), log, afterCommit: (act) => act(db) }, source, {
        languages: null,
        budget,
      }),
  };
}
