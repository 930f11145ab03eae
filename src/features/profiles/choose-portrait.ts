import type { Ctx } from '#server/ctx.ts';
import type { Files } from '#server/files/files.ts';
import type { Member } from '#shared/actor.ts';
import { type Portrait, type Profile, portraitAddress } from './contract.ts';
import { setAvatar } from './set-avatar.ts';

/** Sets a member's picture to one of Sumi's drawings, the only pictures that a kid can have. */
export function choosePortrait(ctx: Ctx, files: Files, member: Member, portrait: Portrait): Promise<Profile> {
  return setAvatar(ctx, files, member, portraitAddress(portrait));
}
