import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { handlesAreForAdults, picturesAreForAdults } from '#features/profiles/contract.ts';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import { removeFiles } from '#server/files/remove-files.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';

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

/** Sends a request whose last byte comes once the member said that they are a kid. */
async function heldBack(address: string, method: string, type: string, bytes: Uint8Array): Promise<Response> {
  const begun = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(bytes.subarray(0, -1));
        begun.resolve();
        await rest.promise;
        controller.enqueue(bytes.subarray(-1));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const answer = community.api.request(address, {
    method,
    body,
    headers: { origin: 'http://localhost:3000', cookie: ana.cookie, 'content-type': type },
    duplex: 'half',
  } as RequestInit);
  await begun.promise;
  const age = { ageGroup: 'kid', guardianEmail: `madre-${crypto.randomUUID()}@example.org` };
  expect((await community.request(ana, 'PUT', '/api/people/me/age', age)).status).toBe(200);
  rest.resolve();
  return answer;
}
const files = () => readdir(path.join(community.filesFolder, 'avatars')).catch((): string[] => []);

it('uploadAvatar keeps no picture, and no file, of who became a kid while it came in', async () => {
  const before = await files();
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#e4572e' } })
    .png()
    .toBuffer();
  await expect(heldBack('/api/profiles/me/avatar', 'PUT', 'image/png', picture)).toBeRefused(
    picturesAreForAdults,
  );
  const { image } = await (await community.request(ana, 'GET', '/api/profiles/me')).json();
  expect(image ?? '').not.toMatch(/^\/media\/people/);
  await community.runDue(removeFiles(filesInFolder(community.filesFolder)));
  expect(await files()).toEqual(before);
});

it('setHandles keeps no handle of who became a kid while it came in', async () => {
  const typed = new TextEncoder().encode(JSON.stringify({ instagram: 'ana.aprende' }));
  const sent = heldBack('/api/profiles/me/handles', 'PUT', 'application/json', typed);
  await expect(sent).toBeRefused(handlesAreForAdults);
  const kept = await community.db
    .selectFrom('oauthConnections')
    .select('platform')
    .where('userId', '=', ana.id)
    .execute();
  expect(kept).toEqual([]);
});
