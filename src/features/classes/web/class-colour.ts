import type { CSSProperties } from 'react';
import { findLanguage, neutralColour } from '#shared/languages.ts';

/** Hands a class's colour, its language's, to the style sheets: they mix it with paper or ink to stay readable. */
export function classColour({ language }: { language: string | null }): CSSProperties {
  const colour = (language && findLanguage(language)?.colour) || neutralColour;
  return { '--class-colour': colour } as CSSProperties;
}
