import type { Ctx } from '#server/ctx.ts';
import type { Files } from '#server/files/files.ts';
import type { Member } from '#shared/actor.ts';
import type { Profile } from './contract.ts';
import { setAvatar } from './set-avatar.ts';

/** Takes a member's own picture away, and its file with it; without one nothing changes. */
export function removeAvatar(ctx: Ctx, files: Files, member: Member): Promise<Profile> {
  return setAvatar(ctx, files, member, null);
}
