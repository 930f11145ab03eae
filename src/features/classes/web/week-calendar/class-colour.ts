import type { CSSProperties } from 'react';
import type { AgeGroup } from '#shared/actor.ts';
import type { LanguageCode } from '#shared/languages.ts';

/** The specification's twelve colour keys: a language, or a language for kids. */
const colours: Partial<Record<LanguageCode | `${LanguageCode}-kid`, string>> = {
  es: '#d4503b',
  en: '#3b6fd4',
  'en-kid': '#0e9bbd',
  fr: '#5b5bd6',
  'fr-kid': '#b246c8',
  de: '#b8860b',
  it: '#2f9461',
  pt: '#1f8a70',
  ja: '#c73866',
  ar: '#1d7a4a',
  ru: '#4263a8',
  hi: '#c96a12',
};

/** A grey-blue for every other language and age group. */
const neutral = '#64748b';

/**
 * The colour of a class's language and age group as a custom property. The style sheets mix it with the surface for
 * contrast.
 */
export function classColour({
  language,
  targetAudience,
}: {
  language: LanguageCode | null;
  targetAudience: AgeGroup;
}): CSSProperties {
  const key = targetAudience === 'kid' ? (`${language}-kid` as const) : language;
  const colour = (key && colours[key as keyof typeof colours]) ?? neutral;
  return { '--class-colour': colour } as CSSProperties;
}
