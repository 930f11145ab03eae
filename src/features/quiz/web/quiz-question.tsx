import { Progress } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { InkDrop, type InkDropMood } from '#web/ui/ink-drop.tsx';
import classes from './quiz.module.css';

/** The id of the question, which names the answers under it. */
export const questionId = 'quiz-question';

/** How far one is, and the drop that asks the question. Its mood follows the answers; `beat` makes it hop again. */
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
  /** In per cent, and in words. */
  progress: number;
  progressText: string;
  /** A word of encouragement; empty for none. */
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
    // Whoever listens hears the next question; on arrival the page is read from its top as any other.
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
