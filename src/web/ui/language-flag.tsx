import { findLanguage } from '#shared/languages.ts';
import BR from '../../../node_modules/country-flag-icons/3x2/BR.svg';
import CN from '../../../node_modules/country-flag-icons/3x2/CN.svg';
import DE from '../../../node_modules/country-flag-icons/3x2/DE.svg';
import FR from '../../../node_modules/country-flag-icons/3x2/FR.svg';
import IN from '../../../node_modules/country-flag-icons/3x2/IN.svg';
import IT from '../../../node_modules/country-flag-icons/3x2/IT.svg';
import JP from '../../../node_modules/country-flag-icons/3x2/JP.svg';
import KR from '../../../node_modules/country-flag-icons/3x2/KR.svg';
import MX from '../../../node_modules/country-flag-icons/3x2/MX.svg';
import RU from '../../../node_modules/country-flag-icons/3x2/RU.svg';
import SA from '../../../node_modules/country-flag-icons/3x2/SA.svg';
import US from '../../../node_modules/country-flag-icons/3x2/US.svg';
import classes from './language-flag.module.css';

/** Files: as elements each page's script would have all of them, for the sake of two or three. */
const flags: Record<string, string> = {
  BR, CN, DE, FR, IN, IT, JP, KR, MX, RU, SA, US,
}; // biome-ignore format: a table

/** The flag beside a language's name: decorative, so the name is always written too. Nothing when unknown. */
export function LanguageFlag({ language, size = 'md' }: { language: string; size?: 'sm' | 'md' | 'lg' }) {
  const flag = findLanguage(language)?.flag ?? '';
  if (flag === 'EO') return <EsperantoFlag size={size} />;
  const file = flags[flag];
  return file ? <img src={file} alt="" loading="lazy" className={classes.flag} data-size={size} /> : null;
}

/** A green star on white in a green field. */
function EsperantoFlag({ size }: { size: string }) {
  return (
    <svg viewBox="0 0 30 20" className={classes.flag} data-size={size} aria-hidden="true">
      <path fill="#090" d="M0 0h30v20H0z" />
      <path fill="#fff" d="M0 0h10v10H0z" />
      <path
        fill="#090"
        d="m5 1.2.85 2.620h2.760L6.380 5.440l.85 2.620L5 6.440 2.770 8.060l.85-2.620-2.230-1.620h2.760z"
      />
    </svg>
  );
}
