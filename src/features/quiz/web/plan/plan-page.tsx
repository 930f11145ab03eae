import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { firstName } from '#features/profiles/rules.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { LoadingState } from '#web/ui/loading-state.tsx';
import classes from '../quiz.module.css';
import { QuizQuestion } from '../quiz-question.tsx';
import { ContactStep } from './contact-step.tsx';
import { keptPlan } from './kept-plan.ts';
import {
  isPlanStepDone,
  type PlanStep,
  planAnswersOf,
  planProgressOf,
  planSteps,
  planStepToShow,
  questionCount,
} from './plan-draft.ts';
import { PlanLoading } from './plan-loading.tsx';
import { PlanQuestion } from './plan-question.tsx';
import { PlanResult } from './plan-result.tsx';
import { useMakePlan } from './use-make-plan.ts';
import { usePlanDraft } from './use-plan-draft.ts';

export const meta = () => pageMeta(i18n.t('plan.title', { ns: 'quiz' }));

/** One for each of the six questions. */
const cheers = ([1, 2, 3, 4, 5, 6] as const).map((number) => `plan.cheers.${number}` as const);

/** The long quiz, which ends with a personal plan. Each step is an entry in the browser's history. */
export default function PlanPage() {
  const { t } = useTranslation('quiz');
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { step?: unknown } | null };
  const { draft, change, account, ready } = usePlanDraft();
  const make = useMakePlan(account?.id ?? null);
  const [tried, setTried] = useState(false);
  const plan = keptPlan.read(account?.id ?? null);
  const signedIn = account !== undefined && account !== null;
  const facts = { signedIn, made: plan !== null };
  // Computed once: an answer must not move the page to the next question before the person continues.
  const [start, setStart] = useState<PlanStep | null>(null);
  if (ready && start === null) setStart(planStepToShow(undefined, draft, facts));
  const step = planStepToShow(state?.step ?? planSteps.indexOf(start ?? 'language'), draft, facts);
  const position = planSteps.indexOf(step);
  const answers = planAnswersOf(draft);

  const goTo = (next: number) => navigate('/quiz/plan', { state: { step: next } });

  function goOn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (make.isPending || account === undefined) return;
    if (!isPlanStepDone(step, draft)) {
      if (step === 'contact') showFaults(event.currentTarget);
      return;
    }
    const isLast = step === (signedIn ? 'modality' : 'contact');
    if (!isLast) goTo(position + 1);
    else if (answers) finish(answers);
  }

  function showFaults(form: HTMLFormElement) {
    setTried(true);
    // After React has marked the invalid fields.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  function finish(given: NonNullable<typeof answers>) {
    make.mutate(signedIn ? given : { ...given, contact: draft.contact }, {
      onSuccess: () => goTo(planSteps.indexOf('plan')),
    });
  }

  // Without this, a person would see the first question for an instant before the one that they are at.
  if (!ready) return <PlanLoading />;
  if (step === 'plan') {
    if (!plan || !answers) return <LoadingState />;
    return (
      <div className={classes.page}>
        <PlanResult
          plan={plan}
          answers={answers}
          name={firstName(account?.name ?? draft.contact.name)}
          contact={signedIn ? null : draft.contact}
          tier={account?.tier ?? 'free'}
          onChange={() => goTo(0)}
        />
      </div>
    );
  }
  const isContact = step === 'contact';
  const cheer = cheers[position];
  const ends = isContact || (step === 'modality' && signedIn);
  return (
    <div className={classes.page}>
      <form className={classes.step} onSubmit={goOn} noValidate>
        <QuizQuestion
          step={position}
          progress={planProgressOf(step)}
          progressText={
            isContact
              ? t('plan.contactProgress')
              : t('plan.progress', { number: position + 1, total: questionCount })
          }
          cheer={cheer ? t(cheer) : ''}
          question={t(`plan.questions.${step}.question`)}
          hint={t(`plan.questions.${step}.hint`)}
          mood={isPlanStepDone(step, draft) ? 'proud' : 'happy'}
          beat={`${step} ${isPlanStepDone(step, draft)}`}
        />
        {isContact ? (
          <ContactStep contact={draft.contact} tried={tried} onType={(contact) => change({ contact })} />
        ) : (
          <PlanQuestion step={step} draft={draft} onChange={change} />
        )}
        <div className={classes.buttons}>
          {position > 0 && (
            <Button
              size="lg"
              variant="default"
              leftSection={<IconArrowLeft size="1.25rem" aria-hidden />}
              disabled={make.isPending}
              // A person who started at a later question has no earlier one in the browser's history.
              onClick={() => (state?.step === undefined ? goTo(position - 1) : navigate(-1))}
            >
              {t('back')}
            </Button>
          )}
          <Button
            size="lg"
            type="submit"
            className={classes.onward}
            disabled={account === undefined || (!isContact && !isPlanStepDone(step, draft))}
            aria-disabled={make.isPending}
          >
            {make.isPending ? t('plan.making') : t(ends ? 'plan.submit' : 'next')}
          </Button>
        </div>
      </form>
    </div>
  );
}
