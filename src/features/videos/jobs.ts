import type { Jobs } from '#server/jobs/start-jobs.ts';
import type { VideoSources } from '#server/video-sources/video-sources.ts';
import { syncChannel } from './channels/sync-channels.ts';
import { checkPresenceChore } from './presence/check-presence.ts';

export function videoJobs({ presence, channels }: VideoSources): Jobs {
  return { chores: [checkPresenceChore(presence)], handlers: [syncChannel(channels)] };
}
