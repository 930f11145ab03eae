import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';

/*
 * What a member is answered while strangers sign in by the dozen. How fast says nothing on a machine that is busy, so
 * these tests count: which of the two is answered first, and how many passwords are checked at once.
 */

let community: Community;
let member: Person;
let picture: string;
beforeAll(async () => {
  community = await newCommunity({ slowPasswords: true });
  member = await community.person();
  picture = await pictureOf(member);
});
afterAll(() => community.close());

vi.setConfig({ testTimeout: 90_000 });

/** Passwords that are checked at once, and sign-ins that wait for it. */
const places = { atOnce: 2, waiting: 40 };

async function pictureOf(person: Person): Promise<string> {
  const red = { create: { width: 300, height: 300, channels: 3, background: 'red' } } as const;
  const bytes = new Uint8Array(await sharp(red).png().toBuffer());
  const type = { 'content-type': 'image/png' };
  const sent = await community.request(person, 'PUT', '/api/profiles/me/avatar', bytes, type);
  return (await sent.json()).image;
}

const all = (status: number, times: number): number[] => Array(times).fill(status);

const signIn = async (): Promise<number> => {
  const stranger = { email: 'nadie@example.org', password: 'no-es-esta' };
  return (await community.request(null, 'POST', '/api/auth/sign-in/email', stranger)).status;
};

async function read(...paths: readonly string[]): Promise<number[]> {
  const answers = await Promise.all(paths.map((path) => community.request(member, 'GET', path)));
  for (const answer of answers) await answer.arrayBuffer();
  return answers.map(({ status }) => status);
}

it('a flood of sign-ins checks two passwords at once, and as long as no check ends every page is answered', async () => {
  const { password: hasher } = await community.authentication.$context;
  const real = { ...hasher };
  const checked = Promise.withResolvers<void>();
  const running = { now: 0, most: 0 };
  // A check that takes as long as the test wants.
  const held = async () => {
    running.most = Math.max(running.most, ++running.now);
    await checked.promise;
    running.now--;
  };
  Object.assign(hasher, {
    hash: async () => held().then(() => 'a:b'),
    verify: async () => held().then(() => false),
  });
  try {
    const answered: number[] = [];
    const flood = Array.from({ length: 60 }, () => signIn().then((status) => answered.push(status)));
    const refused = 60 - places.atOnce - places.waiting;
    await expect.poll(() => [running.now, answered.length]).toEqual([places.atOnce, refused]);
    for (let time = 0; time < 10; time++) {
      expect(await read('/api/videos', '/api/classes', '/api/accounts/me', picture)).toEqual(all(200, 4));
    }
    expect(answered).toEqual(all(503, refused));
    checked.resolve();
    await Promise.all(flood);
    expect(answered.slice(refused)).toEqual(all(401, 60 - refused));
    expect(running.most).toBe(places.atOnce);
  } finally {
    Object.assign(hasher, real);
  }
});

/**
 * How many of twenty password checks that `start` begins end before a picture is answered. The threads that check
 * passwords are those that read files.
 */
async function checksBeforePicture(start: () => Promise<unknown>): Promise<number> {
  let ended = 0;
  const flood = Array.from({ length: 20 }, () => start().then(() => ended++));
  // The first checks are begun before the picture is asked for.
  await Promise.race(flood);
  const begun = ended;
  expect(await read(picture)).toEqual([200]);
  const before = ended - begun;
  await Promise.all(flood);
  return before;
}

it('a picture is answered before half of the sign-ins that wait', async () => {
  await expect.poll(() => checksBeforePicture(signIn), { timeout: 80_000, interval: 0 }).toBeLessThan(10);
});

it('the control: passwords that are checked past the semaphore keep a picture waiting until most are done', async () => {
  const { password: hasher } = await community.authentication.$context;
  const hash = await hasher.hash('una-larga-y-rara');
  const check = () => hasher.verify({ hash, password: 'no-es-esta' });
  expect(await checksBeforePicture(check)).toBeGreaterThan(10);
});
