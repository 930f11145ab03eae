import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import type { Profile } from './contract.ts';
import { readProfile } from './read-profile.ts';
import { setPicture } from './set-picture.ts';

/** Takes a member's own picture away, and its file with it; without one nothing changes. */
export async function removeAvatar(ctx: Ctx, member: Member): Promise<Profile> {
  await setPicture(ctx, member.userId, null);
  return readProfile(ctx, member);
}
