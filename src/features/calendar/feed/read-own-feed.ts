import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import type { Feed } from '../contract.ts';
import { may } from '../permissions.ts';
import { findFeed } from './find-feed.ts';

/** The address of the reader's own feed. */
export async function readOwnFeed(ctx: Ctx): Promise<Feed> {
  refuse(may(ctx.actor, 'subscribe'));
  return findFeed(ctx, memberOf(ctx.actor).userId);
}
