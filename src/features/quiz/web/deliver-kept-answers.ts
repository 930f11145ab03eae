import type { Account } from '#features/accounts/contract.ts';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { type QuizAnswers, saveQuizAnswers } from '../contract.ts';
import { answersOf, readDraft } from '../rules.ts';
import { keptAnswers, keptDraft } from './kept-answers.ts';

/**
 * Gives the answers that wait in this browser to the account of whoever has signed in, and answers what was
 * saved; null where there was nothing to save. Answers stay until the server has them, so a failure only puts it
 * off. Of several tabs one does it, where browsers let tabs agree; where not, saving twice changes nothing.
 *
 * A new account takes them. One that says already what it learns takes them from the tab in which they were given:
 * what else is left in a shared browser may be another person's.
 * @throws CallError when it could not be done
 */
export async function deliverKeptAnswers(account: Account): Promise<QuizAnswers | null> {
  return oneTabAtATime(async () => {
    const kept = keptAnswers.read();
    if (kept === null) return null;
    const isNew = account.languages.length === 0;
    const givenHere = keptDraft.read() !== null;
    if (!isNew && !givenHere) return null;
    const answers = answersOf(readDraft(kept), { kid: account.ageGroup === 'kid' });
    const saved = answers && (await save(answers));
    // Somebody may have given others meanwhile.
    if (keptAnswers.read() === kept) keptAnswers.forget();
    keptDraft.forget();
    return saved;
  });
}

/** Null for answers that the server will never take: there is no use in keeping them. */
async function save(answers: QuizAnswers): Promise<QuizAnswers | null> {
  try {
    await call(saveQuizAnswers, { body: answers });
    return answers;
  } catch (error) {
    if (error instanceof CallError && error.status === 400) return null;
    throw error;
  }
}

function oneTabAtATime<T>(act: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('sumi.quizAnswers', act) : act();
}
