import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { Profile } from './contract.ts';
import { readProfile } from './read-profile.ts';
import { setPicture } from './set-picture.ts';

/** Takes a member's own picture away, and its file with it; without one nothing changes. */
export async function removeAvatar(ctx: Ctx): Promise<Profile> {
  await setPicture(ctx, memberOf(ctx.actor).userId, null);
  return readProfile(ctx);
}
