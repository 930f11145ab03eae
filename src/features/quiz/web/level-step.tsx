import { IconDroplet, IconDropletFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Level, levels } from '#shared/levels.ts';
import { ChoiceCard } from './choice-card.tsx';
import classes from './quiz.module.css';
import { questionId } from './quiz-question.tsx';

/** Choice of exactly one level. */
export function LevelStep({
  level,
  nameOf,
  onPick,
}: {
  level: Level | null;
  /** The short quiz and the personal plan have a name of their own for the first level. */
  nameOf: (level: Level) => string;
  onPick: (level: Level) => void;
}) {
  const { t } = useTranslation('quiz');
  return (
    <div role="radiogroup" aria-labelledby={questionId} className={classes.levels}>
      {levels.map((each, rank) => (
        <ChoiceCard
          key={each}
          type="radio"
          name="level"
          value={each}
          checked={level === each}
          wide
          onChoose={() => onPick(each)}
        >
          <span className={classes.drops} aria-hidden="true">
            {levels.map((drop, nth) =>
              nth <= rank ? <IconDropletFilled key={drop} /> : <IconDroplet key={drop} />,
            )}
          </span>
          <span>
            <span className={classes.levelName}>{nameOf(each)}</span>
            <span className={classes.levelText}>{t(`levels.${each}.text`)}</span>
          </span>
        </ChoiceCard>
      ))}
    </div>
  );
}
