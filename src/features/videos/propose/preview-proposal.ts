import type { Ctx } from '#server/ctx.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import type { TitleSource } from '#server/video-sources/video-sources.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { cleanFoundLine } from '#shared/text.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { type previewProposal as operation, videoRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { readVideoAddress } from '../rules.ts';
import { refuseKnownVideo } from './refuse-known-video.ts';

/** A rate limit for each person, because each preview asks another service. */
const looks = { max: 60, windowMs: 10 * minuteMs };

/** Answers which video an address names before it is proposed. The title is null when the source is slow or fails. */
export async function previewProposal(
  ctx: Ctx,
  titles: TitleSource,
  address: string,
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'propose'));
  const video = readVideoAddress(address);
  if (!video) throw new Refusal(videoRefusals.unknownAddress);
  await refuseKnownVideo(ctx, video);

  const { userId } = memberOf(ctx.actor);
  await countAttempt(ctx, `video-title|${userId}`, looks);
  const title = await titles.titleOf({ source: video.source, address: video.sourceUrl });
  return { ...video, title: (title && cleanFoundLine(title, 200)) || null };
}
