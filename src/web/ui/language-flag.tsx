import BR from 'country-flag-icons/react/3x2/BR';
import CN from 'country-flag-icons/react/3x2/CN';
import DE from 'country-flag-icons/react/3x2/DE';
import FR from 'country-flag-icons/react/3x2/FR';
import IN from 'country-flag-icons/react/3x2/IN';
import IT from 'country-flag-icons/react/3x2/IT';
import JP from 'country-flag-icons/react/3x2/JP';
import KR from 'country-flag-icons/react/3x2/KR';
import MX from 'country-flag-icons/react/3x2/MX';
import RU from 'country-flag-icons/react/3x2/RU';
import SA from 'country-flag-icons/react/3x2/SA';
import US from 'country-flag-icons/react/3x2/US';
import type { ComponentType, HTMLAttributes } from 'react';
import { findLanguage } from '#shared/languages.ts';
import classes from './language-flag.module.css';

type Props = HTMLAttributes<HTMLElement & SVGElement> & { 'data-size'?: string };

const flags: Record<string, ComponentType<Props>> = {
  BR, CN, DE, FR, IN, IT, JP, KR, MX, RU, SA, US, EO: EsperantoFlag,
}; // biome-ignore format: a table

/** The flag beside a language's name: decorative, so the name is always written too. Nothing when unknown. */
export function LanguageFlag({ language, size = 'md' }: { language: string; size?: 'sm' | 'md' | 'lg' }) {
  const Picture = flags[findLanguage(language)?.flag ?? ''];
  return Picture ? <Picture className={classes.flag} data-size={size} aria-hidden="true" /> : null;
}

/** A green star on white in a green field. */
function EsperantoFlag(props: Props) {
  return (
    <svg viewBox="0 0 30 20" className={props.className} data-size={props['data-size']} aria-hidden="true">
      <path fill="#090" d="M0 0h30v20H0z" />
      <path fill="#fff" d="M0 0h10v10H0z" />
      <path
        fill="#090"
        d="m5 1.2.85 2.620h2.760L6.380 5.440l.85 2.620L5 6.440 2.770 8.060l.85-2.620-2.230-1.620h2.760z"
      />
    </svg>
  );
}
