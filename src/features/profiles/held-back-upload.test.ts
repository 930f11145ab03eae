import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { handlesAreForAdults, picturesAreForAdults } from '#features/profiles/contract.ts';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import { removeFiles } from '#server/files/remove-files.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { sendHeldBack, sendJsonHeldBack } from '../../testing/races/send-held-back.ts';

/* What these tests guarantee: a member who becomes a kid while the last byte of a request is held back keeps neither an
 * uploaded picture nor a handle. */

let community: Community;
let ana: Person;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
beforeEach(async () => {
  ana = await community.person();
  await community.db
    .updateTable('profiles')
    .set({ ageAnswered: false })
    .where('userId', '=', ana.id)
    .execute();
});

/** Becomes a kid, while the last byte of a request is held back. */
async function becomeKid() {
  const age = { ageGroup: 'kid', guardianEmail: `madre-${crypto.randomUUID()}@example.org` };
  expect((await community.request(ana, 'PUT', '/api/people/me/age', age)).status).toBe(200);
}
const files = () => readdir(path.join(community.filesFolder, 'avatars')).catch((): string[] => []);

it('uploadAvatar keeps no picture, and no file, of a person who became a kid while it came in', async () => {
  const before = await files();
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#e4572e' } })
    .png()
    .toBuffer();
  const upload = { method: 'PUT', path: '/api/profiles/me/avatar', type: 'image/png', bytes };
  // Their rights are others than when they began, and the next try is refused as a kid's.
  await expect(sendHeldBack(community, ana, upload, becomeKid)).toBeRefused(commonRefusals.busy);
  const again = community.request(ana, 'PUT', upload.path, bytes, { 'content-type': upload.type });
  await expect(again).toBeRefused(picturesAreForAdults);
  const { image } = await (await community.request(ana, 'GET', '/api/profiles/me')).json();
  expect(image ?? '').not.toMatch(/^\/media\/people/);
  await community.runDue(removeFiles(filesInFolder(community.filesFolder)));
  expect(await files()).toEqual(before);
});

it('setHandles keeps no handle of a person who became a kid while it came in', async () => {
  const sent = sendJsonHeldBack(
    community,
    ana,
    ['PUT', '/api/profiles/me/handles', { instagram: 'ana.aprende' }],
    becomeKid,
  );
  await expect(sent).toBeRefused(handlesAreForAdults);
  const kept = await community.db
    .selectFrom('oauthConnections')
    .select('platform')
    .where('userId', '=', ana.id)
    .execute();
  expect(kept).toEqual([]);
});
