import type { Ctx } from '#server/ctx.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import type { LinkSource } from '#server/video-sources/video-sources.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { videoRefusals } from '../contract.ts';
import { readShortLink, readVideoAddress, type VideoAddress } from '../rules.ts';

/** A rate limit for each person, because each look asks another service. */
export const looks = { max: 60, windowMs: 10 * minuteMs };

/**
 * The video that an address names. TikTok is asked where a short link leads, which its app copies in place of the
 * address.
 * @throws Refusal unknownAddress; shortLink where it leads to no video or TikTok does not say
 */
export async function findProposedVideo(ctx: Ctx, links: LinkSource, address: string): Promise<VideoAddress> {
  const link = readShortLink(address);
  if (link) await countAttempt(ctx, `video-link|${memberOf(ctx.actor).userId}`, looks);
  const video = readVideoAddress(link ? ((await links.longOf(link)) ?? '') : address);
  if (!video) throw new Refusal(link ? videoRefusals.shortLink : videoRefusals.unknownAddress);
  return video;
}
