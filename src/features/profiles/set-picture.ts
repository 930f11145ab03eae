import { changeUser } from '#features/accounts/change-user.ts';
import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { wantFileRemoved } from '#server/files/remove-files.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { avatarsAddress, picturesAreForAdults } from './contract.ts';
import { refuseKid } from './refuse-kid.ts';

export const avatarsFolder = 'avatars';

/**
 * Sets a person's picture to the one at `address`, or removes it (null). The file of the previous picture is removed
 * after the commit, when no answer refers to it any more, by due work: a store that is away does not leave it public.
 * `chosen: false` says that the person did not choose it, which leaves a hidden name as it is.
 * @throws Refusal picturesAreForAdults where a kid would have an uploaded picture, signInFirst where the account is
 * deleted
 */
export async function setPicture(
  outer: Ctx,
  userId: string,
  address: string | null,
  { chosen = true } = {},
): Promise<void> {
  await inTransaction(outer, async (ctx) => {
    // Locked, so that of two pictures at once neither stays behind without an owner.
    const person = await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    if (fileAt(address)) await refuseKid(ctx, userId, picturesAreForAdults);
    const { waits } = await changeUser(ctx, userId, { image: address }, { chosen });
    if (waits) await publishToAdministrators(ctx, 'people.changed');
    await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
    const before = fileAt(person.image);
    if (before) await wantFileRemoved(ctx, before);
  });
}

/** The address of an uploaded file. */
export function addressOfFile(name: string): string {
  return `${avatarsAddress}${name.slice(avatarsFolder.length)}`;
}

/** The files of people's pictures: a query for the column `name`, for backups. */
export const picturesInUse = `
  select '${avatarsFolder}' || substr(image, ${avatarsAddress.length + 1}) as name
  from users where image like '${avatarsAddress}/%'`;

/** The file behind the address of an upload; null for pictures that came with the product. */
export function fileAt(address: string | null): string | null {
  return address?.startsWith(`${avatarsAddress}/`)
    ? `${avatarsFolder}${address.slice(avatarsAddress.length)}`
    : null;
}
