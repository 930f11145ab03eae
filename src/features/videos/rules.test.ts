import { expect, it } from 'vitest';
import {
  afterCheck,
  believesGone,
  type CheckAnswer,
  mostSecondsADay,
  readChannelAddress,
  readShortLink,
  readVideoAddress,
  secondsToCount,
  secondsToCredit,
  whyNotForKids,
} from './rules.ts';

it.each([
  ['approved', false, null],
  ['approved', true, 'noSponsorsForKids'],
  ['pending', false, 'kidsAfterApproval'],
  ['pending', true, 'kidsAfterApproval'],
  ['rejected', false, 'kidsAfterApproval'],
] as const)(
  'whyNotForKids for a video that is %s, sponsored: %s, is %s',
  (moderationStatus, isSponsored, why) => {
    expect(whyNotForKids({ moderationStatus, isSponsored })).toBe(why);
  },
);

it('secondsToCount asks for three seconds, or for half of a video shorter than six', () => {
  expect(secondsToCount(600)).toBe(3);
  expect(secondsToCount(6)).toBe(3);
  expect(secondsToCount(5)).toBe(2.5);
  expect(secondsToCount(1)).toBe(0.5);
});

it('secondsToCount asks for three seconds of a video of unknown length', () => {
  expect(secondsToCount(null)).toBe(3);
});

it('secondsToCredit gives whole seconds and never more than the length of the video', () => {
  expect(secondsToCredit(7.9, 60)).toBe(7);
  expect(secondsToCredit(61, 60)).toBe(60);
  expect(secondsToCredit(86_400, 9)).toBe(9);
});

it('secondsToCredit gives at most ten minutes a day for one video', () => {
  expect(secondsToCredit(5000, 7200)).toBe(mostSecondsADay);
  expect(secondsToCredit(5000, null)).toBe(mostSecondsADay);
});

it.each([
  'https://www.youtube.com/watch?v=a-B_9cdEfGh',
  'http://m.youtube.com/watch?list=PL1&v=a-B_9cdEfGh&t=30s',
  'youtube.com/shorts/a-B_9cdEfGh?feature=share',
  'https://www.youtube.com/live/a-B_9cdEfGh?si=xyz',
  'https://youtu.be/a-B_9cdEfGh?si=xyz',
  '  HTTPS://WWW.YOUTUBE.COM/watch/?v=a-B_9cdEfGh#t=1 ',
])('readVideoAddress reads %s as a YouTube video', (address) => {
  expect(readVideoAddress(address)).toEqual({
    source: 'youtube',
    sourceId: 'a-B_9cdEfGh',
    sourceUrl: 'https://www.youtube.com/watch?v=a-B_9cdEfGh',
    thumbnailUrl: 'https://i.ytimg.com/vi/a-B_9cdEfGh/hqdefault.jpg',
  });
});

it('readVideoAddress reads a TikTok video with any query string under one address', () => {
  const sourceUrl = 'https://www.tiktok.com/@profe.ana/video/7234567890123456789';
  expect(readVideoAddress(`${sourceUrl}?is_from_webapp=1`)).toEqual({
    source: 'tiktok',
    sourceId: '7234567890123456789',
    sourceUrl,
    thumbnailUrl: null,
  });
});

it.each(['/reel/CxYz_-12345/', '/reels/CxYz_-12345', '/profe.ana/reel/CxYz_-12345/?igsh=1'])(
  'instagram.com%s is a reel',
  (path) => {
    expect(readVideoAddress(`https://www.instagram.com${path}`)).toMatchObject({
      source: 'instagram',
      sourceId: 'CxYz_-12345',
      sourceUrl: 'https://www.instagram.com/reel/CxYz_-12345/',
    });
  },
);

it.each([
  '',
  'a-B_9cdEfGh',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=a-B_9cdEfGhX',
  'https://www.youtube.com/@canal',
  'https://www.youtube.com/playlist?list=PL1',
  'https://youtube.com.evil.example/watch?v=a-B_9cdEfGh',
  'https://evil.example/?u=https://youtu.be/a-B_9cdEfGh',
  'https://evilyoutube.com/watch?v=a-B_9cdEfGh',
  'https://youtube.com:8443/watch?v=a-B_9cdEfGh',
  'https://me:secret@youtube.com/watch?v=a-B_9cdEfGh',
  'ftp://youtube.com/watch?v=a-B_9cdEfGh',
  'javascript:alert(1)//youtube.com/watch?v=a-B_9cdEfGh',
  'https://youtu.be/a-B_9cdEfGh/../../x',
  'https://vm.tiktok.com/ZMabcdef/',
  'https://www.tiktok.com/@ana/photo/7234567890123456789',
  'https://www.instagram.com/p/CxYz12345/',
  'https://www.instagram.com/stories/ana/123/',
  'https://vimeo.com/12345',
])('readVideoAddress answers null for %s', (address) => {
  expect(readVideoAddress(address)).toBeNull();
});

it.each([
  ['https://vm.tiktok.com/ZMabcdef/?k=1', 'https://vm.tiktok.com/ZMabcdef/'],
  ['vt.tiktok.com/ZSabcdef', 'https://vt.tiktok.com/ZSabcdef/'],
  [' https://www.tiktok.com/t/ZTabcdef/ ', 'https://www.tiktok.com/t/ZTabcdef/'],
  ['https://www.tiktok.com/@ana/video/7234567890123456789', null],
  ['https://vm.tiktok.com/', null],
  ['https://vm.tiktok.com/../ZMabcdef/x', null],
  ['https://vm.tiktok.com.evil.example/ZMabcdef/', null],
  ['https://vm.tiktok.com:8443/ZMabcdef/', null],
  ['https://me:secret@vm.tiktok.com/ZMabcdef/', null],
  ['https://evil.example/vm.tiktok.com/ZMabcdef/', null],
  ['https://bit.ly/ZMabcdef', null],
])('readShortLink of %s is %s', (address, link) => {
  expect(readShortLink(address)).toBe(link);
});

it('readChannelAddress reads a channel from its address, its id and its handle', () => {
  const id = `UC${'a'.repeat(20)}-_`;
  for (const text of [
    id,
    ` ${id} `,
    `https://www.youtube.com/channel/${id}/videos`,
    `m.youtube.com/channel/${id}`,
  ]) {
    expect(readChannelAddress(text), text).toEqual({ id });
  }
  for (const text of ['@profe.ana', 'https://www.youtube.com/@profe.ana', 'youtube.com/@profe.ana/shorts']) {
    expect(readChannelAddress(text), text).toEqual({ handle: '@profe.ana' });
  }
  expect(readChannelAddress('https://www.youtube.com/@%C3%B1and%C3%BA')).toEqual({ handle: '@ñandú' });
});

it.each([
  '',
  'UCshort',
  'profe.ana',
  'https://www.youtube.com/',
  'https://evil.example/@profe',
  'https://youtube.com/c/x',
])('readChannelAddress answers null for %s', (text) => {
  expect(readChannelAddress(text)).toBeNull();
});

const days = 24 * 60 * 60 * 1000;
it.each<[number, boolean, CheckAnswer, number, boolean, number]>([
  [0, false, 'there', 0, false, 7],
  [2, false, 'there', 0, false, 7],
  [5, true, 'there', 0, false, 7],
  [0, false, 'missing', 1, false, 1],
  [1, false, 'closed', 2, false, 1],
  [2, false, 'missing', 3, true, 7],
  [3, true, 'missing', 4, true, 7],
  [0, false, 'unknown', 0, false, 0.25],
  [2, false, 'unknown', 2, false, 0.25],
  [3, true, 'unknown', 3, true, 0.25],
])(
  'afterCheck of a video gone %i times, hidden: %s, that is %s: gone %i times, hidden: %s, again in %d days',
  (goneCount, isHidden, answer, count, hides, again) => {
    expect(afterCheck({ goneCount, isHidden }, answer)).toEqual({
      goneCount: count,
      isHidden: hides,
      againInMs: again * days,
    });
  },
);

it.each([
  [1, 9, true],
  [1, 1, true],
  [0, 1, true],
  [0, 2, false],
  [0, 10, false],
])('believesGone with %i videos there and %i gone is %s', (there, gone, believed) => {
  expect(believesGone({ there, gone })).toBe(believed);
});
