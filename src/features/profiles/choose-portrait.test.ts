import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import { removeFiles } from '#server/files/remove-files.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { portraits } from './contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const choose = (person: Person, portrait: string) =>
  community.request(person, 'PUT', '/api/profiles/me/portrait', { portrait });
const imageOf = async (person: Person) =>
  (await (await community.request(person, 'GET', '/api/profiles/me')).json()).image;

describe('choosePortrait', () => {
  it.each(['kid', 'adult'] as const)('gives a drawing to a person of the age group %s', async (ageGroup) => {
    const person = await community.person({ ageGroup });
    expect((await choose(person, 'owl')).status).toBe(200);
    expect(await imageOf(person)).toBe('/media/portraits/owl.svg');
    await choose(person, 'fox');
    expect(await imageOf(person)).toBe('/media/portraits/fox.svg');
  });

  it('refuses any other name, also an address', async () => {
    const person = await community.person({ ageGroup: 'kid' });
    for (const wrong of ['', 'lion', '../owl', '/media/people/x.webp'])
      await expect(choose(person, wrong)).toBeRefused(commonRefusals.badInput);
    expect(await imageOf(person)).toBeNull();
  });

  it('takes the place of an uploaded picture, whose file goes', async () => {
    const person = await community.person();
    const square = { create: { width: 9, height: 9, channels: 3, background: '#333333' } } as const;
    const png = new Uint8Array(await sharp(square).png().toBuffer());
    await community.request(person, 'PUT', '/api/profiles/me/avatar', png, { 'content-type': 'image/png' });
    const uploads = () => readdir(path.join(community.filesFolder, 'avatars'));
    expect(await uploads()).toHaveLength(1);
    await choose(person, 'turtle');
    await community.runDue(removeFiles(filesInFolder(community.filesFolder)));
    expect(await uploads()).toEqual([]);
  });
});

it('each portrait is a drawing without a script and without a reference to anything outside', async () => {
  const folder = path.join(import.meta.dirname, 'portraits');
  expect((await readdir(folder)).sort()).toEqual(portraits.map((name) => `${name}.svg`));
  for (const name of portraits) {
    const drawing = await readFile(path.join(folder, `${name}.svg`), 'utf8');
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(drawing).not.toMatch(/<script|href|url\(|on\w+=/);
  }
});
