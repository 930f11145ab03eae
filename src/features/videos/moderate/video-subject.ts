import type { ReportSubject } from '#features/reports/report-subject.ts';
import { memberOf } from '#shared/actor.ts';
import { findShownVideo } from '../watch/find-shown-video.ts';
import { changeVideo } from './change-video.ts';
import { moderateVideos } from './moderate-videos.ts';

/**
 * A video of the feed, as something that can be reported. Hidden, it is rejected with the reason, which its proposer
 * reads; hidden from kids, it loses that mark.
 */
export const videoSubject: ReportSubject = {
  kind: 'video',
  async find(ctx, id) {
    await findShownVideo(ctx, memberOf(ctx.actor), id);
    return { id };
  },
  async describe({ db }, ids) {
    const videos = await db
      .selectFrom('videos')
      .select(['id', 'title', 'isActive', 'isForKids', 'moderationStatus', 'proposedBy'])
      .where('id', 'in', [...ids])
      .execute();
    return new Map(
      videos.map(({ id, title, isActive, isForKids, moderationStatus, proposedBy }) => [
        id,
        {
          title,
          link: `/admin/videos?${new URLSearchParams({ status: 'all', search: title })}`,
          isShown: isActive && moderationStatus === 'approved',
          isForKids,
          owners: [proposedBy],
        },
      ]),
    );
  },
  async hide(ctx, id, reason) {
    await moderateVideos(ctx, { ids: [id], from: 'approved', to: 'rejected', reason });
  },
  async hideFromKids(ctx, id) {
    await changeVideo(ctx, { id, change: { isForKids: false } });
  },
};
