import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageName } from '#shared/language-name.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import landing from '../landing.module.css';
import classes from './language-grid.module.css';

/** The twelve languages that the landing page shows, each with its greeting. */
const shown: readonly { code: LanguageCode; hello: string }[] = [
  { code: 'en', hello: 'Hello' },
  { code: 'es', hello: 'Hola' },
  { code: 'fr', hello: 'Bonjour' },
  { code: 'it', hello: 'Ciao' },
  { code: 'pt', hello: 'Olá' },
  { code: 'de', hello: 'Hallo' },
  { code: 'zh', hello: '你好' },
  { code: 'ko', hello: '안녕' },
  { code: 'nah', hello: 'Niltze' },
  { code: 'ar', hello: 'مرحبا' },
  { code: 'ru', hello: 'Привет' },
  { code: 'hi', hello: 'नमस्ते' },
];

/** Each language leads to the quiz, with itself chosen. */
export function LanguageGrid({ title }: { title: string }) {
  const { i18n } = useTranslation();
  return (
    <div className={landing.later}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.grid}>
        {shown.map(({ code, hello }) => (
          <li key={code}>
            <Link to={`/quiz?language=${code}`} className={classes.language}>
              <LanguageFlag language={code} size="lg" />
              <span className={classes.name}>{languageName(code, i18n.resolvedLanguage ?? 'es')}</span>
              <span className={classes.hello} lang={code} dir="auto">
                {hello}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
