import type { Ctx } from '#server/ctx.ts';
import { newFileName } from '#server/files/file-names.ts';
import type { Files } from '#server/files/files.ts';
import { makeSquarePicture } from '#server/files/make-square-picture.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { notAPicture, type Profile, picturesAreForAdults } from './contract.ts';
import { readProfile } from './read-profile.ts';
import { addressOfFile, avatarsFolder, setPicture } from './set-picture.ts';

/** In pixels; shown at a quarter of it at most, on screens of any density. */
const side = 256;
/** A rate limit a person. It counts uploads that come to nothing too, because reading a picture is what costs. */
const uploadLimit = { max: 30, windowMs: 30 * minuteMs };

/**
 * Sets a member's picture. The upload is decoded and encoded again, and stored under a random name; the original file
 * is not kept. Kids cannot upload a picture, so that no face of a kid is public.
 */
export async function uploadAvatar(
  ctx: Ctx,
  files: Files,
  member: Member,
  readFile: () => Promise<Uint8Array>,
): Promise<Profile> {
  await countAttempt(ctx, `avatars|${member.userId}`, uploadLimit);
  if (member.ageGroup === 'kid') throw new Refusal(picturesAreForAdults);
  const picture = await makeSquarePicture(await readFile(), side);
  if (!picture) throw new Refusal(notAPicture);
  const name = newFileName(avatarsFolder, 'webp');
  // The file must exist before an answer refers to it.
  await files.write(name, picture);
  try {
    await setPicture(ctx, files, member.userId, addressOfFile(name));
  } catch (error) {
    // After any other failure the outcome is unknown: an orphaned file is better than a missing picture.
    if (error instanceof Refusal) await files.remove(name);
    throw error;
  }
  return readProfile(ctx, member);
}
