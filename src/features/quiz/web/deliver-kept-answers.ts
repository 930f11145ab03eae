import type { Account } from '#features/accounts/contract.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { makePlan, type PlanAnswers, type QuizAnswers, saveQuizAnswers } from '../contract.ts';
import { answersOf, readDraft } from '../rules.ts';
import { keptAnswers, keptDraft } from './kept-answers.ts';
import { keptPlanAnswers, keptPlanDraft } from './plan/kept-plan.ts';

/**
 * Gives the answers that wait in this browser to the account of whoever has signed in, and answers what was
 * saved; null where there was nothing to save. Answers stay until the server has them, so a failure only puts it
 * off. Of several tabs one does it, where browsers let tabs agree; where not, saving twice changes nothing.
 *
 * A new account takes them. One that says already what it learns takes them from the tab in which they were given:
 * what else is left in a shared browser may be another person's.
 * @throws CallError when it could not be done
 */
export function deliverKeptAnswers(account: Account): Promise<QuizAnswers | null> {
  return deliver(account, keptAnswers, keptDraft, async (kept) => {
    const answers = answersOf(readDraft(kept), { kid: account.ageGroup === 'kid' });
    if (answers) await call(saveQuizAnswers, { body: answers });
    return answers;
  });
}

/** The same for the answers to the personal plan. */
export function deliverKeptPlan(account: Account): Promise<PlanAnswers | null> {
  return deliver(account, keptPlanAnswers, keptPlanDraft, async (kept) => {
    const answers = keptPlanAnswers.parse(kept);
    if (answers) await call(makePlan, { body: answers });
    return answers;
  });
}

type Kept<Value> = { read(): Value | null; forget(): void };

async function deliver<Answers>(
  account: Account,
  answers: Kept<string>,
  draft: Kept<unknown>,
  save: (kept: string) => Promise<Answers | null>,
): Promise<Answers | null> {
  return oneTabAtATime(async () => {
    const kept = answers.read();
    if (kept === null) return null;
    const isNew = account.languages.length === 0;
    const givenHere = draft.read() !== null;
    if (!isNew && !givenHere) return null;
    const saved = await unlessRefused(() => save(kept));
    // Somebody may have given others meanwhile.
    if (answers.read() === kept) answers.forget();
    draft.forget();
    return saved;
  });
}

/** Null for answers that the server will never take: there is no use in keeping them. */
async function unlessRefused<Answers>(save: () => Promise<Answers | null>): Promise<Answers | null> {
  try {
    return await save();
  } catch (error) {
    if (error instanceof CallError && error.status === 400) return null;
    throw error;
  }
}

function oneTabAtATime<T>(act: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('sumi.quizAnswers', act) : act();
}
