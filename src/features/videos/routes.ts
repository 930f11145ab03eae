import type { Api } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import * as contract from './contract.ts';
import { reactToVideo } from './react-to-video.ts';
import { readFeed, readSaved } from './reads.ts';
import { recordView } from './record-view.ts';

export function videoRoutes(api: Api): void {
  serve(api, contract.listFeed, (ctx, { query }) => readFeed(ctx, query));
  serve(api, contract.listSavedVideos, (ctx, { query }) => readSaved(ctx, query));

  serve(api, contract.likeVideo, async (ctx, { params: { id } }) => {
    await reactToVideo(ctx, { id, reaction: 'like', wanted: true });
    return { liked: true };
  });
  serve(api, contract.unlikeVideo, async (ctx, { params: { id } }) => {
    await reactToVideo(ctx, { id, reaction: 'like', wanted: false });
    return { liked: false };
  });
  serve(api, contract.saveVideo, async (ctx, { params: { id } }) => {
    await reactToVideo(ctx, { id, reaction: 'save', wanted: true });
    return { saved: true };
  });
  serve(api, contract.unsaveVideo, async (ctx, { params: { id } }) => {
    await reactToVideo(ctx, { id, reaction: 'save', wanted: false });
    return { saved: false };
  });

  serve(api, contract.recordView, (ctx, { params: { id }, body }) => recordView(ctx, { id, ...body }));
}
