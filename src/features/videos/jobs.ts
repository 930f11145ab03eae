import type { Jobs } from '#server/jobs/start-jobs.ts';
import type { VideoSources } from '#server/video-sources/video-sources.ts';
import { syncChannel } from './channels/sync-channels.ts';
import { sweepVideosChore } from './sweep/sweep-videos.ts';

export function videoJobs({ presence, channels }: VideoSources): Jobs {
  return { chores: [sweepVideosChore(presence)], handlers: [syncChannel(channels)] };
}
