import type { Jobs } from '#server/jobs/start-jobs.ts';
import type { VideoSources } from '#server/video-sources/video-sources.ts';
import { syncChannel } from './channels/sync-channels.ts';
import { checkPresenceChore } from './presence/check-presence.ts';
import { checkSourcesChore } from './presence/check-sources.ts';

export function videoJobs({ presence, channels }: VideoSources): Jobs {
  return {
    chores: [checkPresenceChore(presence), checkSourcesChore(presence)],
    handlers: [syncChannel(channels)],
  };
}
