import { storedText } from '#web/stored-text.ts';
import { type Draft, readDraft, writeAnswers } from '../rules.ts';
import { keptAnswersText } from './kept-texts.ts';

/**
 * What the short quiz stores in the browser. A visitor's answers are in local storage under `quizAnswers`, shared by
 * all tabs, until an account takes them. The draft is in this tab's session storage: it survives a reload and the way
 * back from the sign-up page.
 */
const draft = storedText(() => sessionStorage, 'sumi.quizDraft');

export const keptAnswers = {
  /** The stored text; null without stored answers. */
  read: keptAnswersText.read,
  keep: (given: Draft) => keptAnswersText.keep(writeAnswers(given)),
  forget: keptAnswersText.forget,
};

export const keptDraft = {
  /** Null: the quiz was not begun in this tab. */
  read(): Draft | null {
    const text = draft.read();
    return text === null ? null : readDraft(text);
  },
  keep: (typed: Draft) => draft.keep(writeAnswers(typed)),
  forget: draft.forget,
};
