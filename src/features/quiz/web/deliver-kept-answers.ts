import type { Account } from '#features/accounts/contract.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { type KeptPlanAnswers, makePlan, type QuizAnswers, saveQuizAnswers } from '../contract.ts';
import { answersOf, readDraft } from '../rules.ts';
import { keptAnswers, keptDraft } from './kept-answers.ts';
import { keptPlanAnswers, keptPlanDraft } from './plan/kept-plan.ts';

/**
 * Saves the answers stored in this browser to the account that has just signed in. Returns what was saved, or null
 * when there was nothing to save. The stored answers are deleted only after the server has them, so a failure delays
 * and loses nothing. Web Locks let one of several tabs save; without them saving twice is idempotent.
 *
 * A new account takes any stored answers. An account that already has languages takes only answers given in the same
 * tab: in a shared browser, others may belong to another person.
 * @throws CallError when the server could not be reached or failed
 */
export function deliverKeptAnswers(account: Account): Promise<QuizAnswers | null> {
  return deliver(account, keptAnswers, keptDraft, async (kept) => {
    const answers = answersOf(readDraft(kept), { kid: account.ageGroup === 'kid' });
    if (answers) await call(saveQuizAnswers, { body: answers });
    return answers;
  });
}

/** `deliverKeptAnswers` for the answers to the personal plan. */
export function deliverKeptPlan(account: Account): Promise<KeptPlanAnswers | null> {
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
    // The visitor may have changed the answers while the request was on its way.
    if (answers.read() === kept) answers.forget();
    draft.forget();
    return saved;
  });
}

/** Null for answers that the server refuses as invalid: a retry would fail again, so they are dropped. */
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
