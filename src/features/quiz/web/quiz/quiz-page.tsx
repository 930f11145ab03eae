import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { answersOf, isAnswered, progressOf, stepCount, stepToShow } from '../../rules.ts';
import { LanguageStep } from '../language-step.tsx';
import { LevelStep } from '../level-step.tsx';
import classes from '../quiz.module.css';
import { QuizQuestion } from '../quiz-question.tsx';
import { HandlesStep } from './handles-step.tsx';
import { QuizResult } from './quiz-result.tsx';
import { useDraft } from './use-draft.ts';
import { useKeepResult } from './use-keep-result.ts';
import { useReaction } from './use-reaction.tsx';
import { useSaveAnswers } from './use-save-answers.ts';

export const meta = () => pageMeta(i18n.t('title', { ns: 'quiz' }), i18n.t('description', { ns: 'quiz' }));

/** The short quiz. Each step is an entry in the browser's history, so the browser's back button works too. */
export default function QuizPage() {
  const { t } = useTranslation('quiz');
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { step?: unknown } | null };
  const { draft, change, ready, error, readAgain, languagesBefore, signedIn, kid } = useDraft();
  const save = useSaveAnswers();
  const step = stepToShow(state?.step, draft);
  const reaction = useReaction(step, draft, kid);
  const answers = answersOf(draft, { kid });
  useKeepResult(step === stepCount ? answers : null, signedIn);

  // The step whose button was pressed. It is never disabled: a press before the script is here is done again later.
  const [tried, setTried] = useState<number | null>(null);
  const isMissing = tried === step && !isAnswered(step, draft);

  const goTo = (next: number) => navigate('/quiz', { state: { step: next } });

  function goOn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isAnswered(step, draft)) {
      goTo(step + 1);
      return;
    }
    setTried(step);
    if (step < 2) event.currentTarget.querySelector('input')?.focus({ preventScroll: true });
  }

  /** Saves a member's answers, then navigates to the personal plan or to the quiz's own destination. */
  function finish(onward?: '/quiz/plan') {
    if (!answers) return;
    if (!signedIn) {
      navigate(onward ?? '/auth?register=true');
      return;
    }
    save.mutate(answers, { onSuccess: () => navigate(onward ?? '/feed') });
  }

  if (error) return <ErrorState titleOrder={1} error={error} onRetry={readAgain} />;
  if (step === stepCount && answers) {
    return (
      <div className={classes.page}>
        <QuizResult
          answers={answers}
          signedIn={signedIn}
          saving={save.isPending}
          onGoOn={() => finish()}
          onPlan={() => finish('/quiz/plan')}
          onChange={() => goTo(0)}
        />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <form className={classes.step} onSubmit={goOn} noValidate>
        <QuizQuestion
          step={step}
          progress={progressOf(step)}
          progressText={t('step', { step: step + 1, steps: stepCount })}
          {...reaction}
        />
        {/* The question is read meanwhile. */}
        <div className={classes.answer} inert={!ready}>
          {step === 0 && (
            <LanguageStep
              picked={draft.languages}
              before={languagesBefore}
              onPick={(languages) => change({ languages })}
            />
          )}
          {step === 1 && (
            <LevelStep
              level={draft.level}
              nameOf={(level) => t(`levels.${level}.name`)}
              onPick={(level) => change({ level })}
            />
          )}
          {step === 2 && !kid && (
            <HandlesStep
              draft={draft}
              onType={(socialMedia) => change({ socialMedia })}
              onSkip={() => goTo(step + 1)}
            />
          )}
          <div className={classes.buttons}>
            {isMissing && step < 2 && (
              <p role="alert" className={classes.missing}>
                {t(step === 0 ? 'languages.missing' : 'level.missing')}
              </p>
            )}
            {step > 0 && (
              <Button
                size="lg"
                variant="default"
                leftSection={<IconArrowLeft size="1.25rem" aria-hidden />}
                onClick={() => navigate(-1)}
              >
                {t('back')}
              </Button>
            )}
            <Button size="lg" type="submit" className={classes.onward}>
              {t(step === stepCount - 1 ? 'finish' : 'next')}
            </Button>
          </div>
        </div>
      </form>
    </div>
  );
}
