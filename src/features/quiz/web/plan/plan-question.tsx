import { useTranslation } from 'react-i18next';
import { availableTimes, learningStyles, modalities } from '#features/profiles/contract.ts';
import { languageName } from '#shared/language-name.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { planGoals } from '../../contract.ts';
import { offeredLanguages } from '../../rules.ts';
import { ChoiceCard } from '../choice-card.tsx';
import { LevelStep } from '../level-step.tsx';
import classes from '../quiz.module.css';
import { questionId } from '../quiz-question.tsx';
import { WordStep } from '../word-step.tsx';
import { type PlanDraft, type PlanStep, toggleWord } from './plan-draft.ts';
import { goalIcons, modalityIcons, styleIcons, timeIcons } from './plan-options.ts';

/** The possible answers to one of the six questions. */
export function PlanQuestion({
  step,
  draft,
  onChange,
}: {
  step: PlanStep;
  draft: PlanDraft;
  onChange: (part: Partial<PlanDraft>) => void;
}) {
  // The profile page shows the same words, so the texts are in its namespace.
  const { t, i18n } = useTranslation('profiles');
  const { language, level, goals, learningStyle, availableTime, modality } = draft;
  switch (step) {
    case 'language':
      return (
        <div role="radiogroup" aria-labelledby={questionId} className={classes.languages}>
          {offeredLanguages.map((code) => (
            <ChoiceCard
              key={code}
              type="radio"
              name="language"
              value={code}
              checked={language === code}
              onChoose={() => onChange({ language: code })}
            >
              <LanguageFlag language={code} size="lg" />
              {languageName(code, i18n.language)}
            </ChoiceCard>
          ))}
        </div>
      );
    case 'level':
      return (
        <LevelStep
          level={level}
          nameOf={(each) => t(`levels.${each}`, { ns: 'shell' })}
          onPick={(picked) => onChange({ level: picked })}
        />
      );
    case 'goal':
      return (
        <WordStep
          several
          name="goals"
          words={planGoals}
          icons={goalIcons}
          labelOf={(word) => t(`profile.words.goals.${word}`)}
          picked={goals}
          onPick={(word) => onChange({ goals: toggleWord(goals, word) })}
        />
      );
    case 'style':
      return (
        <WordStep
          several
          name="learningStyle"
          words={learningStyles}
          icons={styleIcons}
          labelOf={(word) => t(`profile.words.learningStyle.${word}`)}
          picked={learningStyle}
          onPick={(word) => onChange({ learningStyle: toggleWord(learningStyle, word) })}
        />
      );
    case 'time':
      return (
        <WordStep
          name="availableTime"
          words={availableTimes}
          icons={timeIcons}
          labelOf={(word) => t(`profile.words.availableTime.${word}`)}
          picked={availableTime ? [availableTime] : []}
          onPick={(word) => onChange({ availableTime: word })}
        />
      );
    case 'modality':
      return (
        <WordStep
          several
          name="modality"
          words={modalities}
          icons={modalityIcons}
          labelOf={(word) => t(`profile.words.modality.${word}`)}
          picked={modality}
          onPick={(word) => onChange({ modality: toggleWord(modality, word) })}
        />
      );
    default:
      return null;
  }
}
