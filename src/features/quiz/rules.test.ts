import { describe, expect, it } from 'vitest';
import { availableTimes, modalities } from '#features/profiles/contract.ts';
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

describe('the steps', () => {
  it('are three, and the bar says how far one is', () => {
    expect([0, 1, 2].map((step) => Math.round(progressOf(step)))).toEqual([33, 67, 100]);
  });

  it('ask for a language or more, then for one level, and let the handles be', () => {
    expect(isAnswered(0, emptyDraft)).toBe(false);
    expect(isAnswered(0, { ...emptyDraft, languages: ['eo'] })).toBe(true);
    expect(isAnswered(1, emptyDraft)).toBe(false);
    expect(isAnswered(1, { ...emptyDraft, level: 'advanced' })).toBe(true);
    expect(isAnswered(2, emptyDraft)).toBe(true);
  });

  it('offer the thirteen languages, each once', () => {
    expect(new Set(offeredLanguages).size).toBe(14);
  });

  it('a language is picked and put back', () => {
    expect(toggleLanguage([], 'fr')).toEqual(['fr']);
    expect(toggleLanguage(['fr'], 'ko')).toEqual(['fr', 'ko']);
    expect(toggleLanguage(['fr', 'ko'], 'fr')).toEqual(['ko']);
  });

  it('nobody gets past one that is not answered', () => {
    expect(stepToShow(3, emptyDraft)).toBe(0);
    expect(stepToShow(2, { ...emptyDraft, languages: ['fr'] })).toBe(1);
    expect(stepToShow(3, { ...done, socialMedia: { tiktok: 'a\u0000b' } })).toBe(2);
    expect(stepToShow(3, done)).toBe(3);
    expect(stepToShow(1, done)).toBe(1);
  });

  it.each([undefined, null, 'two', -1, 1.5, Number.NaN])('asked for %s, it begins', (asked) => {
    expect(stepToShow(asked, done)).toBe(0);
  });

  it('asked for one that is not there, it ends', () => {
    expect(stepToShow(99, done)).toBe(3);
  });
});

describe('the handles', () => {
  it.each([
    ['too long', 'x'.repeat(101)],
    ['with a sign that turns writing round', '\u202eana'],
    ['half a letter', '\ud83d'],
  ])('%s cannot be read', (_what, typed) => {
    expect(wrongHandles({ ...done, socialMedia: { youtube: '@canal', facebook: typed } })).toEqual([
      'facebook',
    ]);
  });

  it('nothing, or nothing but spaces, is fine and is not sent', () => {
    const socialMedia = { instagram: '', youtube: '   ', twitter: ' @yo ' };
    expect(wrongHandles({ ...done, socialMedia })).toEqual([]);
    expect(answersOf({ ...done, socialMedia }, adult)?.socialMedia).toEqual({ twitter: '@yo' });
  });

  it("none of a kid's are sent", () => {
    expect(answersOf(done, { kid: true })).toEqual({ ...done, socialMedia: {} });
  });
});

describe('the answers', () => {
  it('are not there before there are languages and a level', () => {
    expect(answersOf({ ...done, languages: [] }, adult)).toBeNull();
    expect(answersOf({ ...done, level: null }, adult)).toBeNull();
  });

  it('are what the server takes', () => {
    expect(quizAnswers.parse(answersOf(done, adult))).toEqual(done);
    const every = { ...done, languages: offeredLanguages };
    expect(quizAnswers.safeParse(answersOf(every, adult)).success).toBe(true);
  });

  it('are kept by the keys of their languages and read back as they were', () => {
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

  it('are understood in the other words there are for them', () => {
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

  it('keep what can be read beside what cannot', () => {
    const kept =
      '{"languages":["english"],"level":"advanced","socialMedia":{"tiktok":"\\u0000","youtube":"@c","myspace":"x"}}';
    expect(answersOf(readDraft(kept), adult)).toEqual({
      languages: ['en'],
      level: 'advanced',
      socialMedia: { youtube: '@c' },
    });
  });
});

describe('the week of a plan', () => {
  const withinADay = { '5-10': [5, 10], '15-30': [15, 30], '30-60': [30, 60], '1-2': [60, 120] } as const;

  it.each(availableTimes)('fits into %s a day, whatever way somebody wants to practise', (availableTime) => {
    for (const modality of modalities) {
      const week = weeklyRhythm({ availableTime, modality: [modality] });
      const [least, most] = withinADay[availableTime];
      expect(week.weeklyMinutes).toBeGreaterThanOrEqual(least * 7);
      expect(week.weeklyMinutes).toBeLessThanOrEqual(most * 7);
      expect(week.live + week.videoDays + week.restDays).toBe(7);
      expect(week.restDays).toBeGreaterThan(0);
      expect(week.live > 0, modality).toBe(modality !== 'async');
    }
  });

  it('holds clubs, classes, both or neither', () => {
    expect(kindsFor(['club'])).toEqual(['club']);
    expect(kindsFor(['private'])).toEqual(['class']);
    expect(kindsFor(['async'])).toEqual([]);
    expect(kindsFor(['mixed'])).toEqual(['club', 'class']);
    expect(kindsFor(['async', 'private', 'club'])).toEqual(['club', 'class']);
  });

  it('every goal leads to topics of videos, each named once', () => {
    for (const goal of planGoals) expect(topicsFor([goal]).length).toBeGreaterThan(0);
    const every = topicsFor(planGoals);
    expect(new Set(every).size).toBe(every.length);
  });
});
