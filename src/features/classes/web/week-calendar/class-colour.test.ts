import { expect, it } from 'vitest';
import type { AgeGroup } from '#shared/actor.ts';
import { type LanguageCode, languageCodes } from '#shared/languages.ts';
import { classColour } from './class-colour.ts';

function colourOf(language: LanguageCode | null, targetAudience: AgeGroup): string | undefined {
  return (classColour({ language, targetAudience }) as Record<string, string>)['--class-colour'];
}

it('classColour has twelve colours of their own and one neutral colour', () => {
  const neutral = colourOf(null, 'adult');
  const all = languageCodes.flatMap((code) => [colourOf(code, 'adult'), colourOf(code, 'kid')]);
  expect(new Set(all.filter((colour) => colour !== neutral)).size).toBe(12);
  expect(all.filter((colour) => colour !== neutral)).toHaveLength(12);
});

it('classColour tells a kids’ class from an adults’ class of the same language', () => {
  for (const code of ['es', 'en', 'fr', 'de', 'it', 'pt', 'ja', 'ar', 'ru', 'hi'] as const) {
    expect(colourOf(code, 'kid'), code).not.toBe(colourOf(code, 'adult'));
  }
});
