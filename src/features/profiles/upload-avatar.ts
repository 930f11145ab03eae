import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { newFileName } from '#server/files/file-names.ts';
import type { Files } from '#server/files/files.ts';
import { makeSquarePicture } from '#server/files/make-square-picture.ts';
import { keepFile, wantFileRemoved, writeUnowned } from '#server/files/remove-files.ts';
import { countAttempt } from '#server/limits/count-attempt.ts';
import { memberOf } from '#shared/actor.ts';
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
  outer: Ctx,
  files: Files,
  readFile: () => Promise<Uint8Array>,
): Promise<Profile> {
  const { userId, ageGroup } = memberOf(outer.actor);
  await countAttempt(outer, `avatars|${userId}`, uploadLimit);
  if (ageGroup === 'kid') throw new Refusal(picturesAreForAdults);
  const picture = await makeSquarePicture(await readFile(), side);
  if (!picture) throw new Refusal(notAPicture);
  const name = newFileName(avatarsFolder, 'webp');
  // The file must exist before an answer refers to it.
  await writeUnowned(outer, files, name, picture);
  try {
    await inTransaction(outer, async (ctx) => {
      await keepFile(ctx, name);
      await setPicture(ctx, userId, addressOfFile(name));
    });
  } catch (error) {
    // After any other failure the outcome is unknown. A file that was not kept is removed in time.
    if (error instanceof Refusal) await wantFileRemoved(outer, name);
    throw error;
  }
  return readProfile(outer);
}
