import type { Ctx } from '#server/ctx.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import type { VideoSources } from '#server/video-sources/video-sources.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { cleanFoundLine } from '#shared/text.ts';
import type { previewProposal as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { findProposedVideo, looks } from './find-proposed-video.ts';
import { refuseKnownVideo } from './refuse-known-video.ts';

/** Answers which video an address names before it is proposed. The title is null when the source is slow or fails. */
export async function previewProposal(
  ctx: Ctx,
  { titles, links }: Pick<VideoSources, 'titles' | 'links'>,
  address: string,
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'propose'));
  const video = await findProposedVideo(ctx, links, address);
  await refuseKnownVideo(ctx, video);

  const { userId } = memberOf(ctx.actor);
  await countAttempt(ctx, `video-title|${userId}`, looks);
  const title = await titles.titleOf({ source: video.source, address: video.sourceUrl });
  return { ...video, title: (title && cleanFoundLine(title, 200)) || null };
}
