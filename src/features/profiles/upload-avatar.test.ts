import { randomBytes } from 'node:crypto';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import { removeFiles } from '#server/files/remove-files.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { personWithPassword, signIn } from '../../testing/sign-in.ts';
import { notAPicture, picturesAreForAdults } from './contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const color = '#e4572e';
const tall = { create: { width: 300, height: 500, channels: 3, background: color } } as const;

async function send(person: Person | null, bytes: Uint8Array, type = 'image/png') {
  return community.request(person, 'PUT', '/api/profiles/me/avatar', new Uint8Array(bytes), {
    'content-type': type,
  });
}

async function imageOf(person: Person): Promise<string | null> {
  return (await (await community.request(person, 'GET', '/api/profiles/me')).json()).image;
}

async function served(address: string): Promise<Uint8Array> {
  const answer = await community.request(null, 'GET', address);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

const removeDue = () => community.runDue(removeFiles(filesInFolder(community.filesFolder)));

function keptFiles(): Promise<string[]> {
  return readdir(path.join(community.filesFolder, 'avatars')).catch(() => []);
}

it.each(['png', 'jpeg', 'webp'] as const)(
  'uploadAvatar makes a %s a square WebP of 256 pixels',
  async (format) => {
    const person = await community.person();
    const answer = await send(person, await sharp(tall).toFormat(format).toBuffer(), `image/${format}`);
    expect(answer.status).toBe(200);
    const { image } = await answer.json();
    expect(image).toMatch(/^\/media\/people\/[0-9a-f]{32}\.webp$/);
    expect(await sharp(await served(image)).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    });
    const account = await (await community.request(person, 'GET', '/api/accounts/me')).json();
    expect(account.account.image).toBe(image);
  },
);

it('uploadAvatar reads the format from the bytes, whatever the request calls them', async () => {
  const person = await community.person();
  expect((await send(person, await sharp(tall).jpeg().toBuffer(), 'image/webp')).status).toBe(200);
});

it('a picture is served to every visitor as WebP, never to be guessed at, and for good', async () => {
  const person = await community.person();
  const { image } = await (await send(person, await sharp(tall).png().toBuffer())).json();
  const { headers } = await community.request(null, 'GET', image);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
  });
});

it('uploadAvatar keeps nothing of where a picture was taken, and stands it upright', async () => {
  const person = await community.person();
  const taken = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#ffffff' } })
    // The left half is dark; the camera was held on its side.
    .composite([
      { input: { create: { width: 200, height: 200, channels: 3, background: '#000000' } }, left: 0, top: 0 },
    ])
    .withExif({ IFD0: { Model: 'Camera of Ana' }, IFD3: { GPSLatitude: '19/1 25/1 42/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(taken).metadata()).exif?.includes('Camera of Ana')).toBe(true);
  const { image } = await (await send(person, taken, 'image/jpeg')).json();
  const kept = await served(image);
  const { exif, xmp, icc, orientation } = await sharp(kept).metadata();
  expect({ exif, xmp, icc, orientation }).toEqual({});
  expect(Buffer.from(kept).includes('Camera of Ana')).toBe(false);
  const { data } = await sharp(kept).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect(data[128]).toBeLessThan(64);
  expect(data[255 * 256 + 128]).toBeGreaterThan(192);
});

it('uploadAvatar keeps the picture of a file that is a picture and a page at once, and not the page', async () => {
  const person = await community.person();
  const page = Buffer.from('<script>alert(1)</script>');
  const both = Buffer.concat([await sharp(tall).jpeg().toBuffer(), page]);
  const { image } = await (await send(person, both, 'image/jpeg')).json();
  expect(Buffer.from(await served(image)).includes('<script>')).toBe(false);
});

/** Pictures of that many pixels a side, all of them alike, in few bytes: what each format keeps of nothing. */
const bombs = {
  /** A few kilobytes. */
  png(side: number): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(side, 0);
    header.writeUInt32BE(side, 4);
    header.set([1, 0, 0, 0, 0], 8);
    const rows = deflateSync(Buffer.alloc((1 + side / 8) * side), { level: 9 });
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', rows),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  },
  /** Six bits for each block of 8 by 8 pixels that is like the one before: no difference, end of block. */
  async jpeg(side: number): Promise<Buffer> {
    const grey = { create: { width: 8, height: 8, channels: 3, background: '#808080' } } as const;
    const one = await sharp(grey).toColourspace('b-w').jpeg({ optimiseCoding: false }).toBuffer();
    const frame = one.indexOf(Buffer.from('ffc0', 'hex'));
    one.writeUInt16BE(side, frame + 5);
    one.writeUInt16BE(side, frame + 7);
    const scan = one.indexOf(Buffer.from('ffda', 'hex'));
    const head = one.subarray(0, scan + 2 + one.readUInt16BE(scan + 2));
    const blocks = Buffer.alloc(((side / 8) ** 2 * 6) / 8, Buffer.from('28a28a', 'hex'));
    return Buffer.concat([head, blocks, Buffer.from('ffd9', 'hex')]);
  },
  /** Thirty bytes: each channel has one value, so that no pixel takes a bit. */
  webp(side: number): Buffer {
    const one = (value: number) =>
      [
        [1, 1],
        [0, 1],
        [1, 1],
        [value, 8],
      ] as const;
    const head = [
      [0x2f, 8],
      [side - 1, 14],
      [side - 1, 14],
      [0, 4],
      [0, 3],
    ] as const;
    const bits = [...head, ...one(128), ...one(64), ...one(32), ...one(255), ...one(0)];
    const packed = bits.reduce(
      ({ value, at }, [more, width]) => ({ value: value | (BigInt(more) << BigInt(at)), at: at + width }),
      { value: 0n, at: 0 },
    );
    const data = Buffer.alloc(Math.ceil(packed.at / 16) * 2);
    for (let at = 0; at < data.length; at++) data[at] = Number((packed.value >> BigInt(8 * at)) & 0xffn);
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32LE(12 + data.length);
    lengths.writeUInt32LE(data.length, 4);
    return Buffer.concat([
      Buffer.from('RIFF'),
      lengths.subarray(0, 4),
      Buffer.from('WEBPVP8L'),
      lengths.subarray(4),
      data,
    ]);
  },
};

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

it.each(['png', 'jpeg', 'webp'] as const)(
  'the control: uploadAvatar accepts a smaller version of the decompression bomb, as %s',
  async (format) => {
    expect((await send(await community.person(), await bombs[format](800))).status).toBe(200);
  },
);

it.each<[string, () => Buffer | Promise<Buffer>]>([
  ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a page that calls itself a picture', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['half a PNG', async () => half(await noise().png().toBuffer())],
  ['half a JPEG', async () => half(await noise().jpeg().toBuffer())],
  ['half a WebP', async () => half(await noise().webp().toBuffer())],
  ['a PNG of 16,000 by 16,000 pixels', () => bombs.png(16_000)],
  ['a JPEG of 16,000 by 16,000 pixels', () => bombs.jpeg(16_000)],
  ['a WebP of 16,000 by 16,000 pixels', () => bombs.webp(16_000)],
  ['a GIF', () => sharp(tall).gif().toBuffer()],
  ['a TIFF', () => sharp(tall).tiff().toBuffer()],
  ['an AVIF', () => sharp(tall).avif().toBuffer()],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
  ['nothing', () => Buffer.alloc(0)],
  ['noise', () => randomBytes(5000)],
])('uploadAvatar refuses %s, and keeps nothing', async (_what, make) => {
  const person = await community.person();
  const before = await keptFiles();
  const answer = await send(person, await make());
  await expect(answer).toBeRefused(notAPicture);
  expect(await keptFiles()).toEqual(before);
  expect(await imageOf(person)).toBeNull();
});

/** A picture that no format makes small, so that half of its bytes is half of its dots. */
function noise() {
  const raw = { width: 200, height: 200, channels: 3 } as const;
  return sharp(randomBytes(200 * 200 * 3), { raw });
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}

it.each(['image/svg+xml', 'text/html', 'application/octet-stream', 'multipart/form-data; boundary=x'])(
  'uploadAvatar refuses what is sent as %s before it is read',
  async (type) => {
    const answer = await send(await community.person(), await sharp(tall).png().toBuffer(), type);
    await expect(answer).toBeRefused(commonRefusals.badInput);
  },
);

it('uploadAvatar takes 5 MB and no byte more', async () => {
  const person = await community.person();
  const picture = await sharp(tall).jpeg().toBuffer();
  const exactly = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024 - picture.length)]);
  expect((await send(person, exactly, 'image/jpeg')).status).toBe(200);
  const more = await send(person, Buffer.concat([exactly, Buffer.alloc(1)]), 'image/jpeg');
  await expect(more).toBeRefused(commonRefusals.tooLarge);
});

it('a kid may not upload a picture', async () => {
  const kid = await community.person({ ageGroup: 'kid' });
  const before = await keptFiles();
  const answer = await send(kid, await sharp(tall).png().toBuffer());
  await expect(answer).toBeRefused(picturesAreForAdults);
  expect(await keptFiles()).toEqual(before);
});

it('uploadAvatar deletes the file of the former picture', async () => {
  const person = await community.person();
  const png = await sharp(tall).png().toBuffer();
  const first = (await (await send(person, png)).json()).image;
  const second = (await (await send(person, png)).json()).image;
  expect(second).not.toBe(first);
  await removeDue();
  expect(await exists(first)).toBe(false);
  expect(await exists(second)).toBe(true);
});

it('twenty uploads at once leave one picture and one file', async () => {
  const person = await community.person();
  const before = await keptFiles();
  const png = await sharp(tall).png().toBuffer();
  await Promise.all(Array.from({ length: 20 }, () => send(person, png)));
  await removeDue();
  expect(await keptFiles()).toHaveLength(before.length + 1);
  expect(await exists((await imageOf(person)) ?? '')).toBe(true);
});

it('the rate limit allows one person thirty pictures in half an hour and does not affect others', async () => {
  const person = await community.person();
  const wrong = new Uint8Array([1, 2, 3]);
  const answers = await Promise.all(Array.from({ length: 40 }, () => send(person, wrong)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(30).fill(422), ...Array(10).fill(429)]);
  expect((await send(await community.person(), wrong)).status).toBe(422);
  community.setNow(new Date(Date.now() + 31 * 60_000));
  expect((await send(person, wrong)).status).toBe(422);
  community.setNow(null);
});

async function exists(address: string): Promise<boolean> {
  const file = path.join(community.filesFolder, 'avatars', path.basename(address));
  return access(file).then(
    () => true,
    () => false,
  );
}

it('heavy pictures of many people at once leave the server to a sign-in and to pages', async () => {
  const site = await newCommunity({ slowPasswords: true });
  const heavy = { create: { width: 4000, height: 3000, channels: 3, background: color } } as const;
  const bytes = new Uint8Array(await sharp(heavy).png({ progressive: true }).toBuffer());
  const { email } = await personWithPassword(site);
  const people = await Promise.all(Array.from({ length: 6 }, () => site.person()));
  let done = 0;
  const uploads = people.map(async (person) => {
    const type = { 'content-type': 'image/png' };
    const { status } = await site.request(person, 'PUT', '/api/profiles/me/avatar', bytes, type);
    done++;
    return status;
  });
  await expect.poll(() => done).toBeGreaterThan(0);
  const before = done;
  expect((await signIn(site, email)).status).toBe(200);
  expect((await site.request(null, 'GET', '/api/landing')).status).toBe(200);
  // One picture at a time: a sign-in takes about as long as one of them, and waits for no queue of theirs.
  expect(done - before).toBeLessThan(people.length / 2);
  expect(await Promise.all(uploads)).toEqual(Array(people.length).fill(200));
  await site.close();
});
