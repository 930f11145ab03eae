import type { Ctx } from '#server/ctx.ts';
import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { serveShared } from '#server/shared-pages/serve-shared.ts';
import type { VideoSources } from '#server/video-sources/video-sources.ts';
import { addChannel } from './channels/add-channel.ts';
import { changeChannel } from './channels/change-channel.ts';
import { listChannels } from './channels/list-channels.ts';
import { removeChannel } from './channels/remove-channel.ts';
import { syncVideos } from './channels/sync-videos.ts';
import * as contract from './contract.ts';
import { feedExpiresAt, feedTables, readFeed } from './feed/read-feed.ts';
import { readFeedSettings } from './feed/read-feed-settings.ts';
import { cacheAsWatcher, readShelves, type Shelf, shelfTables } from './feed/read-shelves.ts';
import { setFeedSettings } from './feed/set-feed-settings.ts';
import { changeVideo } from './moderate/change-video.ts';
import { listModeration } from './moderate/list-moderation.ts';
import { moderateVideo } from './moderate/moderate-video.ts';
import { moderateVideos } from './moderate/moderate-videos.ts';
import { listProposals } from './propose/list-proposals.ts';
import { previewProposal } from './propose/preview-proposal.ts';
import { proposeVideo } from './propose/propose-video.ts';
import { listSavedVideos, readVideo } from './reads.ts';
import { type Reaction, reactToVideo } from './watch/react-to-video.ts';
import { recordView } from './watch/record-view.ts';

export function videoRoutes(sources: VideoSources): (api: Api) => void {
  return (api) => {
    watching(api);

    serve(api, contract.listProposals, (ctx, { query }) => listProposals(ctx, query));
    serve(api, contract.previewProposal, (ctx, { query }) => previewProposal(ctx, sources, query.address));
    serve(api, contract.proposeVideo, (ctx, { body }) => proposeVideo(ctx, sources.links, body));

    serve(api, contract.listModeration, (ctx, { query }) => listModeration(ctx, query));
    serve(api, contract.moderateVideos, (ctx, { body }) => moderateVideos(ctx, body));
    serve(api, contract.moderateVideo, (ctx, { params: { id }, body }) =>
      moderateVideo(ctx, { id, ...body }),
    );
    serve(api, contract.changeVideo, (ctx, { params: { id }, body: change }) =>
      changeVideo(ctx, { id, change }),
    );

    serve(api, contract.readFeedSettings, (ctx) => readFeedSettings(ctx));
    serve(api, contract.setFeedSettings, (ctx, { body }) => setFeedSettings(ctx, body));

    serve(api, contract.listChannels, (ctx) => listChannels(ctx));
    serve(api, contract.addChannel, (ctx, { body }) => addChannel(ctx, sources.channels, body));
    serve(api, contract.changeChannel, (ctx, { params: { id }, body: change }) =>
      changeChannel(ctx, { id, change }),
    );
    serve(api, contract.removeChannel, (ctx, { params }) => removeChannel(ctx, params.id));
    serve(api, contract.syncVideos, (ctx, { body }) => syncVideos(ctx, sources.channels, body));

    // The last one: its path would match those of the other lists.
    serve(api, contract.readVideo, (ctx, { params }) => readVideo(ctx, params.id));
  };
}

/** The operations of every member: watch, like, save. */
function watching(api: Api): void {
  serveShared<typeof contract.listFeed, Shelf[]>(api, contract.listFeed, {
    tables: shelfTables,
    cacheAs: cacheAsWatcher,
    // The same shelves for every page and every filter.
    dependsOn: () => null,
    read: (ctx) => readShelves(ctx),
    personalise: (ctx, shelves, { query }) => readFeed(ctx, query, shelves),
    ownTables: feedTables,
    personalExpiresAt: feedExpiresAt,
    readUncached: (ctx, { query }) => readFeed(ctx, query),
  });
  serve(api, contract.listSavedVideos, (ctx, { query }) => listSavedVideos(ctx, query));

  serve(api, contract.likeVideo, reacts('like', true, { liked: true }));
  serve(api, contract.unlikeVideo, reacts('like', false, { liked: false }));
  serve(api, contract.saveVideo, reacts('save', true, { saved: true }));
  serve(api, contract.unsaveVideo, reacts('save', false, { saved: false }));
  serve(api, contract.markNotInterested, reacts('not_interested', true, { notInterested: true }));
  serve(api, contract.unmarkNotInterested, reacts('not_interested', false, { notInterested: false }));
  serve(api, contract.recordView, (ctx, { params: { id }, body }) => recordView(ctx, { id, ...body }));
}

function reacts<Answer>(reaction: Reaction, wanted: boolean, answer: Answer) {
  return async (ctx: Ctx, { params: { id } }: { params: { id: string } }): Promise<Answer> => {
    await reactToVideo(ctx, { id, reaction, wanted });
    return answer;
  };
}
