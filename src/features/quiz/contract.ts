import type { z } from 'zod';
import { handles, preferences, profile } from '#features/profiles/contract.ts';
import { operation } from '#shared/operation.ts';

/** The three steps of the short quiz, as they are kept in the browser until there is an account. */
export const quizAnswers = preferences.extend({ socialMedia: handles.default({}) });
export type QuizAnswers = z.infer<typeof quizAnswers>;

export const saveQuizAnswers = operation({
  id: 'saveQuizAnswers',
  method: 'put',
  path: '/api/quiz/answers',
  summary: 'Fills the profile from the short quiz: languages, level and the handles that were typed.',
  body: quizAnswers,
  answer: profile,
});
