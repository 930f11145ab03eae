import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { offeredLanguages, toggleLanguage } from '../rules.ts';
import { ChoiceCard } from './choice-card.tsx';
import classes from './quiz.module.css';
import { questionId } from './quiz-question.tsx';

/** Choice of one or more languages. `before` are the profile's, offered in addition to the quiz's own. */
export function LanguageStep({
  picked,
  before,
  onPick,
}: {
  picked: readonly LanguageCode[];
  before: readonly LanguageCode[];
  onPick: (languages: LanguageCode[]) => void;
}) {
  const { i18n } = useTranslation();
  const shown = [...new Set([...offeredLanguages, ...before])];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend, and the question stands above
    <div role="group" aria-labelledby={questionId} className={classes.languages}>
      {shown.map((code) => (
        <ChoiceCard
          key={code}
          type="checkbox"
          name="languages"
          value={code}
          checked={picked.includes(code)}
          onChoose={() => onPick(toggleLanguage(picked, code))}
        >
          <LanguageFlag language={code} size="lg" />
          {languageName(code, i18n.language)}
        </ChoiceCard>
      ))}
    </div>
  );
}
