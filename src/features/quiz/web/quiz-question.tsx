import { Progress } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { InkDrop, type InkDropMood } from '#web/ui/ink-drop.tsx';
import classes from './quiz.module.css';

/** The id of the question's heading, which labels the group of answers. */
export const questionId = 'quiz-question';

/** The progress bar and the drop that asks the question. Its mood follows the answers; a new `beat` makes it hop. */
export function QuizQuestion({
  step,
  progress,
  progressText,
  cheer = '',
  question,
  hint,
  mood,
  beat,
}: {
  step: number;
  /** In percent. */
  progress: number;
  progressText: string;
  /** A line of encouragement; empty for none. */
  cheer?: string;
  question: string;
  hint: ReactNode;
  mood: InkDropMood;
  beat: string;
}) {
  const { t } = useTranslation('quiz');
  const title = useRef<HTMLHeadingElement>(null);
  const arrivedAt = useRef(step);
  useEffect(() => {
    // A screen reader then reads the next question. Not on arrival: it reads a new page from its top.
    if (arrivedAt.current !== step) title.current?.focus({ preventScroll: true });
    arrivedAt.current = step;
  }, [step]);
  return (
    <header className={classes.head}>
      <div className={classes.progress}>
        <Progress.Root size="lg">
          <Progress.Section
            value={progress}
            color="feed"
            aria-label={t('progress')}
            aria-valuetext={progressText}
          />
        </Progress.Root>
        <span className={classes.stepText}>{progressText}</span>
      </div>
      <div className={classes.ask}>
        <InkDrop key={beat} mood={mood} size="sm" />
        <div className={classes.bubble}>
          <p role="status" className={classes.cheer}>
            {cheer}
          </p>
          <h1 id={questionId} ref={title} tabIndex={-1} className={classes.question}>
            {question}
          </h1>
          <p className={classes.hint}>{hint}</p>
        </div>
      </div>
    </header>
  );
}
