import { expect, it } from 'vitest';
import {
  type FeedMix,
  isOfSeen,
  type Lane,
  lanes,
  mergeLanes,
  mixOf,
  scansOf,
  type Taste,
  tiredPercent,
} from './merge-lanes.ts';

const taste: Taste = { languages: ['fr'], level: 'basic', liked: [], tired: [], tiredChannels: [] };
const wanted = { language: ['en', 'fr'] } as const;

/** `own: fr/basic`, for each scan of a lane, without the lanes of seen videos. */
function shelves(filters: Parameters<typeof scansOf>[0], of: Partial<Taste>): string[] {
  return scansOf(filters, { ...taste, ...of })
    .filter(({ lane }) => !isOfSeen(lane))
    .map(({ lane, language, level }) => `${lane}: ${language}/${level}`);
}

const cases: [string, Parameters<typeof scansOf>[0], Partial<Taste>, string[]][] = [
  [
    'the student’s language and level, their language at other levels, and other languages',
    wanted,
    {},
    [
      'own: fr/basic',
      ...['level: fr/intermediate', 'level: fr/advanced'],
      ...['discover: en/basic', 'discover: en/intermediate', 'discover: en/advanced'],
    ],
  ],
  [
    'no other language where the filter names only theirs',
    { language: ['fr'], level: 'advanced' },
    {},
    ['level: fr/advanced'],
  ],
  [
    'every language as their own when they named none, and every level when they named none',
    { language: ['en'] },
    { languages: [], level: null },
    ['own: en/basic', 'own: en/intermediate', 'own: en/advanced'],
  ],
  [
    'a lane of liked topics beside their own, at their level only',
    { language: ['fr', 'en'], level: 'basic' },
    { liked: ['food'] },
    ['topic: fr/basic', 'own: fr/basic', 'discover: en/basic'],
  ],
  [
    'a lane of tired topics and channels across all languages',
    { language: ['fr', 'en'], level: 'basic' },
    { tiredChannels: ['0198c1a0-0000-7000-8000-000000000000'] },
    ['own: fr/basic', 'discover: en/basic', 'tired: fr/basic', 'tired: en/basic'],
  ],
];

it.each(cases)('scansOf reads %s', (_what, filters, of, expected) => {
  expect(shelves(filters, of)).toEqual(expected);
});

it('scansOf reads seen videos of every language and level that the filters leave, those of other languages apart', () => {
  const seen = Object.groupBy(scansOf(wanted, taste), ({ lane }) => lane);
  expect(seen.again?.map(({ language }) => language)).toEqual(['fr', 'fr', 'fr']);
  expect(seen.discovered?.map(({ language }) => language)).toEqual(['en', 'en', 'en']);
});

const settings: FeedMix = { discoveryPercent: 20, topicsPercent: 60, newDays: 3 };
const shown = (counts: Partial<Record<Lane, number>> = {}) =>
  Object.fromEntries(lanes.map((lane) => [lane, { shown: counts[lane] ?? 0 }])) as Record<
    Lane,
    { shown: number }
  >;

it('mixOf gives discovery its percentage, tired topics a little, and the student’s own languages the rest', () => {
  const percents = Object.fromEntries(mixOf(settings, shown()).map(({ lane, percent }) => [lane, percent]));
  expect(percents).toEqual({ topic: 80, own: 80, level: 20, discover: 20, tired: tiredPercent });
});

it('mixOf counts what the student was shown of a whole group', () => {
  const mix = mixOf(settings, shown({ topic: 3, own: 2, discover: 1 }));
  expect(mix.map(({ lane, shownOf }) => [lane, shownOf])).toEqual([
    ['topic', 5],
    ['own', 5],
    ['level', 1],
    ['discover', 1],
    ['tired', 0],
  ]);
});

it('mixOf leaves a share of nothing a turn at the end', () => {
  const mix = mixOf({ ...settings, discoveryPercent: 0, topicsPercent: 100 }, shown());
  for (const { weight, percent } of mix) {
    expect(weight).toBeGreaterThan(0);
    expect(percent).toBeGreaterThan(0);
  }
});

/** Videos of a lane, the newest first: `own 1`, `own 2`… */
const videosOf = (lane: Lane, count: number) =>
  Array.from({ length: count }, (_, n) => ({ lane, id: `${lane} ${n + 1}`, createdAt: String(50 - n) }));

const merges: [string, Partial<Record<Lane, number>>, Partial<Record<Lane, number>>, FeedMix, string][] = [
  [
    'every fifth video from those to discover, whose lanes take turns',
    { own: 8, level: 2, discover: 2 },
    {},
    settings,
    'own own own own level own own own own discover level discover',
  ],
  [
    'more of a liked topic than of the others',
    { topic: 4, own: 3 },
    {},
    settings,
    'topic own topic topic own topic own',
  ],
  [
    'on from where the page before ended',
    { own: 4, level: 2 },
    { own: 3 },
    settings,
    'own level own own own level',
  ],
  ['a tired topic after much else', { own: 17, tired: 1 }, {}, settings, `${'own '.repeat(16)}tired own`],
  ['seen videos after all others', { again: 2, tired: 1 }, {}, settings, 'tired again again'],
  [
    'no more than their share from other languages where only other levels are left',
    { level: 8, discover: 4 },
    {},
    settings,
    'level level discover level level level level discover level level discover discover',
  ],
  [
    'seen videos in the student’s languages before more than their share from others, and seen ones of these at the end',
    { again: 5, discover: 3, discovered: 1 },
    {},
    settings,
    'again again discover again again again discover discover discovered',
  ],
  [
    'no more than their share from other languages on later pages',
    { again: 4, discover: 3 },
    { own: 8, discover: 2 },
    settings,
    'again again discover again again discover discover',
  ],
  [
    'nothing to discover before the rest where the settings give it nothing',
    { own: 3, level: 1 },
    {},
    { ...settings, discoveryPercent: 0 },
    'own own own level',
  ],
];

it.each(merges)('mergeLanes puts %s', (_what, counts, before, mix, expected) => {
  const found = lanes.flatMap((lane) => videosOf(lane, counts[lane] ?? 0)).reverse();
  const merged = mergeLanes(found, mix, shown(before));
  expect(merged.map(({ lane }) => lane).join(' ')).toBe(expected);
  for (const lane of lanes) {
    const ofLane = merged.filter((video) => video.lane === lane).map(({ id }) => id);
    expect(ofLane).toEqual(videosOf(lane, counts[lane] ?? 0).map(({ id }) => id));
  }
});
