import { WorkFailed } from '#server/jobs/due-work.ts';
import { runEach } from '#server/jobs/run-each.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';
import { SourceError } from '#server/video-sources/source-error.ts';
import type { PresenceSource } from '#server/video-sources/video-sources.ts';
import { findControl } from './check-presence.ts';

/**
 * Asks each source about a video that was there, and fails where it gives no definite answer. A token that was revoked
 * or an address that a source blocks shows among what is stuck after four attempts, while the checks of the videos
 * wait in silence.
 */
export const checkSourcesChore = (presence: PresenceSource): Chore => ({
  name: 'video-sources',
  everyMinutes: 6 * 60,
  run: (ctx) =>
    runEach(presence.sources, async (source) => {
      const video = await findControl(ctx, source);
      if (!video) return;
      await presence.presenceOf({ source, address: video.sourceUrl ?? '' }).catch((error: unknown) => {
        if (!(error instanceof SourceError)) throw error;
        throw new WorkFailed(`${source} does not say which videos are still there (${error.fault})`);
      });
    }),
});
