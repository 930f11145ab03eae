import { randomBytes } from 'node:crypto';
import type { Ctx } from '#server/ctx.ts';
import type { Feed } from '../contract.ts';
import { type FeedOwner, replaceFeed } from './replace-feed.ts';

/**
 * Gives a feed an address: 32 random bytes, the only credential that a calendar program sends. The address before
 * stops working when this commits.
 */
export async function renewFeed(outer: Ctx, whose: FeedOwner): Promise<Feed> {
  return replaceFeed(outer, whose, randomBytes(32).toString('base64url'));
}
