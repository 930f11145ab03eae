import type { Ctx } from '#server/ctx.ts';
import { newFileName } from '#server/files/file-names.ts';
import type { Files } from '#server/files/files.ts';
import { makeSquarePicture } from '#server/files/make-square-picture.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { notAPicture, type Profile, picturesAreForAdults } from './contract.ts';
import { avatarsFolder, keepAvatar } from './keep-avatar.ts';

/** In pixels; shown at a quarter of it at most, on screens of any density. */
const side = 256;

/**
 * Gives a member the picture they send. What is kept is a picture made anew from its pixels, under a name of
 * our own; their file is not. Kids show nobody their face.
 */
export async function uploadAvatar(
  ctx: Ctx,
  files: Files,
  member: Member,
  readFile: () => Promise<Uint8Array>,
): Promise<Profile> {
  if (member.ageGroup === 'kid') throw new Refusal(picturesAreForAdults);
  const picture = await makeSquarePicture(await readFile(), side);
  if (!picture) throw new Refusal(notAPicture);
  const name = newFileName(avatarsFolder, 'webp');
  // On the disk before anybody is told its address.
  await files.write(name, picture);
  // When this fails nobody knows whether it did: a file too many is better than a picture that is not there.
  return keepAvatar(ctx, files, member, name);
}
