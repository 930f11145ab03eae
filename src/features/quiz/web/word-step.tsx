import type { Icon as Drawing } from '@tabler/icons-react';
import { ChoiceCard } from './choice-card.tsx';
import classes from './quiz.module.css';
import { questionId } from './quiz-question.tsx';

/** Choice of one or several words, each with an icon. */
export function WordStep<Word extends string>({
  name,
  words,
  icons,
  labelOf,
  picked,
  several = false,
  onPick,
}: {
  name: string;
  words: readonly Word[];
  icons: Record<Word, Drawing>;
  labelOf: (word: Word) => string;
  picked: readonly Word[];
  several?: boolean;
  onPick: (word: Word) => void;
}) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: either role takes a label; which of them, the rule cannot tell
    <div role={several ? 'group' : 'radiogroup'} aria-labelledby={questionId} className={classes.words}>
      {words.map((word) => {
        const Icon: Drawing = icons[word];
        return (
          <ChoiceCard
            key={word}
            type={several ? 'checkbox' : 'radio'}
            name={name}
            value={word}
            checked={picked.includes(word)}
            wide
            onChoose={() => onPick(word)}
          >
            <Icon className={classes.wordIcon} aria-hidden />
            <span>{labelOf(word)}</span>
          </ChoiceCard>
        );
      })}
    </div>
  );
}
