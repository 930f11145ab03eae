import type { Ctx } from '#server/ctx.ts';
import type { Feed } from '../contract.ts';
import { type FeedOwner, replaceFeed } from './replace-feed.ts';

/** Takes a feed's address away; without one, nothing changes. */
export async function revokeFeed(outer: Ctx, whose: FeedOwner): Promise<Feed> {
  return replaceFeed(outer, whose, null);
}
