import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { type Portrait, type Profile, portraitAddress } from './contract.ts';
import { readProfile } from './read-profile.ts';
import { setPicture } from './set-picture.ts';

/** Sets a member's picture to one of Sumi's drawings, the only pictures that a kid can have. */
export async function choosePortrait(ctx: Ctx, portrait: Portrait): Promise<Profile> {
  await setPicture(ctx, memberOf(ctx.actor).userId, portraitAddress(portrait));
  return readProfile(ctx);
}
