import { describe, expect, it } from 'vitest';
import { availableTimes, modalities } from '#features/profiles/contract.ts';
import { languages } from '#shared/languages.ts';
import { planGoals, quizAnswers } from './contract.ts';
import {
  answersOf,
  type Draft,
  emptyDraft,
  isAnswered,
  kindsFor,
  offeredLanguages,
  progressOf,
  readDraft,
  stepToShow,
  toggleLanguage,
  topicsFor,
  weeklyRhythm,
  writeAnswers,
  wrongHandles,
} from './rules.ts';

const done: Draft = { languages: ['en', 'nah'], level: 'basic', socialMedia: { tiktok: '@ximena' } };
const adult = { kid: false };

describe('the short quiz', () => {
  it('has three steps, and its progress bar shows 33, 67 and 100 %', () => {
    expect([0, 1, 2].map((step) => Math.round(progressOf(step)))).toEqual([33, 67, 100]);
  });

  it('requires at least one language, then one level, and leaves the handles optional', () => {
    expect(isAnswered(0, emptyDraft)).toBe(false);
    expect(isAnswered(0, { ...emptyDraft, languages: ['eo'] })).toBe(true);
    expect(isAnswered(1, emptyDraft)).toBe(false);
    expect(isAnswered(1, { ...emptyDraft, level: 'advanced' })).toBe(true);
    expect(isAnswered(2, emptyDraft)).toBe(true);
  });

  it('offers the fourteen languages of the registry, each once', () => {
    expect(offeredLanguages).toHaveLength(14);
    expect(new Set(offeredLanguages)).toEqual(new Set(languages.map(({ code }) => code)));
  });

  it('adds a language at the first tap and removes it at the second', () => {
    expect(toggleLanguage([], 'fr')).toEqual(['fr']);
    expect(toggleLanguage(['fr'], 'ko')).toEqual(['fr', 'ko']);
    expect(toggleLanguage(['fr', 'ko'], 'fr')).toEqual(['ko']);
  });

  it('shows the first unanswered step to a visitor who asks for a later one', () => {
    expect(stepToShow(3, emptyDraft)).toBe(0);
    expect(stepToShow(2, { ...emptyDraft, languages: ['fr'] })).toBe(1);
    expect(stepToShow(3, { ...done, socialMedia: { tiktok: 'a\u0000b' } })).toBe(2);
    expect(stepToShow(3, done)).toBe(3);
    expect(stepToShow(1, done)).toBe(1);
  });

  it.each([undefined, null, 'two', -1, 1.5, Number.NaN])(
    'shows its first step when asked for step %s',
    (asked) => {
      expect(stepToShow(asked, done)).toBe(0);
    },
  );

  it('shows the result when asked for a step after the last', () => {
    expect(stepToShow(99, done)).toBe(3);
  });
});

describe('wrongHandles', () => {
  it.each([
    ['too long', 'x'.repeat(101)],
    ['with a sign that turns writing round', '\u202eana'],
    ['half a letter', '\ud83d'],
  ])('reports a handle that is %s', (_what, typed) => {
    expect(wrongHandles({ ...done, socialMedia: { youtube: '@canal', facebook: typed } })).toEqual([
      'facebook',
    ]);
  });

  it('accepts an empty handle, which answersOf then leaves out', () => {
    const socialMedia = { instagram: '', youtube: '   ', twitter: ' @yo ' };
    expect(wrongHandles({ ...done, socialMedia })).toEqual([]);
    expect(answersOf({ ...done, socialMedia }, adult)?.socialMedia).toEqual({ twitter: '@yo' });
  });

  it('has nothing to check for a kid, whose handles answersOf leaves out', () => {
    expect(answersOf(done, { kid: true })).toEqual({ ...done, socialMedia: {} });
  });
});

describe('the answers of the short quiz', () => {
  it('are null until there are a language and a level', () => {
    expect(answersOf({ ...done, languages: [] }, adult)).toBeNull();
    expect(answersOf({ ...done, level: null }, adult)).toBeNull();
  });

  it('pass the validation of the server', () => {
    expect(quizAnswers.parse(answersOf(done, adult))).toEqual(done);
    const every = { ...done, languages: offeredLanguages };
    expect(quizAnswers.safeParse(answersOf(every, adult)).success).toBe(true);
  });

  it('are stored with language keys and read back unchanged', () => {
    const kept = writeAnswers(done);
    expect(JSON.parse(kept)).toEqual({
      languages: ['english', 'nahuatl'],
      level: 'basic',
      socialMedia: { tiktok: '@ximena' },
    });
    expect(readDraft(kept)).toEqual(done);
    for (const code of offeredLanguages) {
      expect(readDraft(writeAnswers({ ...done, languages: [code] })).languages).toEqual([code]);
    }
  });

  it('are read also when they use an alias of a language or a level', () => {
    const kept = JSON.stringify({
      languages: ['mandarin', 'CHINESE', 'Francés', 'klingon', 7],
      level: 'beginner',
    });
    expect(readDraft(kept)).toEqual({ languages: ['zh', 'fr'], level: 'basic', socialMedia: {} });
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{languages:'],
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[1,2]'],
    ['the wrong shapes', '{"languages":"english","level":["basic"],"socialMedia":[]}'],
    ['objects for words', '{"languages":[{"toString":1},null],"level":{},"socialMedia":{"tiktok":{"a":1}}}'],
    ['a prototype', '{"__proto__":{"languages":["english"]},"socialMedia":{"__proto__":{"tiktok":"x"}}}'],
    ['something deep', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('%s is read as an empty quiz', (_what, text) => {
    expect(readDraft(text)).toEqual(emptyDraft);
    expect(answersOf(readDraft(text), adult)).toBeNull();
  });

  it('keep the valid fields when another field is invalid', () => {
    const kept =
      '{"languages":["english"],"level":"advanced","socialMedia":{"tiktok":"\\u0000","youtube":"@c","myspace":"x"}}';
    expect(answersOf(readDraft(kept), adult)).toEqual({
      languages: ['en'],
      level: 'advanced',
      socialMedia: { youtube: '@c' },
    });
  });
});

describe('the week of a personal plan', () => {
  const withinADay = { '5-10': [5, 10], '15-30': [15, 30], '30-60': [30, 60], '1-2': [60, 120] } as const;

  it.each(availableTimes)('fits into %s minutes or hours a day for every modality', (availableTime) => {
    for (const modality of modalities) {
      const week = weeklyRhythm({ availableTime, modality: [modality] }, 6);
      const [least, most] = withinADay[availableTime];
      expect(week.weeklyMinutes).toBeGreaterThanOrEqual(least * 7);
      expect(week.weeklyMinutes).toBeLessThanOrEqual(most * 7);
      expect(week.live + week.videoDays + week.restDays).toBe(7);
      expect(week.restDays).toBeGreaterThan(0);
      expect(week.live > 0, modality).toBe(modality !== 'async');
    }
  });

  it('promises no more live sessions than there are, and fills their place with videos', () => {
    const answers = { availableTime: '30-60', modality: ['club'] } as const;
    expect(weeklyRhythm({ ...answers, modality: ['club'] }, 1)).toMatchObject({
      live: 1,
      videoDays: 5,
      restDays: 1,
    });
    expect(weeklyRhythm({ ...answers, modality: ['club'] }, 0)).toMatchObject({ live: 0, videoDays: 6 });
  });

  it('holds clubs, classes, both or neither, as the modality says', () => {
    expect(kindsFor(['club'])).toEqual(['club']);
    expect(kindsFor(['private'])).toEqual(['class']);
    expect(kindsFor(['async'])).toEqual([]);
    expect(kindsFor(['mixed'])).toEqual(['club', 'class']);
    expect(kindsFor(['async', 'private', 'club'])).toEqual(['club', 'class']);
  });

  it('has video topics for every goal, each topic once', () => {
    for (const goal of planGoals) expect(topicsFor([goal]).length).toBeGreaterThan(0);
    const every = topicsFor(planGoals);
    expect(new Set(every).size).toBe(every.length);
  });
});
