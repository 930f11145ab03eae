import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import { removeFiles } from '#server/files/remove-files.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const removeDue = () => community.runDue(removeFiles(filesInFolder(community.filesFolder)));

async function withPicture(): Promise<{ person: Person; image: string }> {
  const person = await community.person();
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#333333' } })
    .png()
    .toBuffer();
  const answer = await community.request(person, 'PUT', '/api/profiles/me/avatar', new Uint8Array(png), {
    'content-type': 'image/png',
  });
  return { person, image: (await answer.json()).image };
}

function remove(person: Person) {
  return community.request(person, 'DELETE', '/api/profiles/me/avatar');
}

async function statusOf(address: string): Promise<number> {
  return (await community.request(null, 'GET', address)).status;
}

it('removeAvatar takes the picture away, and its file', async () => {
  const { person, image } = await withPicture();
  expect(await (await remove(person)).json()).toMatchObject({ image: null });
  await removeDue();
  expect(await statusOf(image)).toBe(404);
  // Nothing is left to take away, and that is no error.
  expect((await remove(person)).status).toBe(200);
});

it("removeAvatar deletes only the member's own file, whatever path the profile was sent", async () => {
  const { image } = await withPicture();
  const { person } = await withPicture();
  await community.request(person, 'PATCH', '/api/profiles/me', { image });
  await remove(person);
  await remove(person);
  await removeDue();
  expect(await statusOf(image)).toBe(200);
});

it.each([
  '/media/people/../../secret',
  '/media/people/..%2F..%2Fsecret',
  '/media/avatars/daniela.webp',
  'https://example.org/media/people/a.webp',
])('removeAvatar only forgets an address that is no file of ours (%s)', async (address) => {
  const { image } = await withPicture();
  const { person } = await withPicture();
  await community.db.updateTable('users').set({ image: address }).where('id', '=', person.id).execute();
  const files = () => readdir(path.join(community.filesFolder, 'avatars'));
  const before = await files();
  expect(await (await remove(person)).json()).toMatchObject({ image: null });
  await removeDue();
  expect(await files()).toEqual(before);
  expect(await statusOf(image)).toBe(200);
});

it.each([
  '/media/people/nobody.webp',
  '/media/people/..%2Fsecret',
  '/media/people/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  `/media/people/${'0'.repeat(32)}.webp`,
  '/media/people/a%00.webp',
])('the server finds no picture at %s', async (address) => {
  expect(await statusOf(address)).toBe(404);
});
