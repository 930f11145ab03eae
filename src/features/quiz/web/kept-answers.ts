import { type Draft, readDraft, writeAnswers } from '../rules.ts';
import { storedText } from './stored-text.ts';

/**
 * What the quiz keeps in the browser. The answers of somebody without an account wait under `quizAnswers`, for
 * every tab, until an account takes them; a draft is this tab's, and outlives a reload and the way back from
 * signing up.
 */
const answers = storedText(() => localStorage, 'quizAnswers');
const draft = storedText(() => sessionStorage, 'sumi.quizDraft');

export const keptAnswers = {
  /** As they were written; null when none wait. */
  read: answers.read,
  keep: (given: Draft) => answers.keep(writeAnswers(given)),
  forget: answers.forget,
};

export const keptDraft = {
  /** Null where nobody has begun. */
  read(): Draft | null {
    const text = draft.read();
    return text === null ? null : readDraft(text);
  },
  keep: (typed: Draft) => draft.keep(writeAnswers(typed)),
  forget: draft.forget,
};
