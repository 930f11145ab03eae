import { storedText } from '#web/stored-text.ts';

/** What a visitor answered, as it is stored until an account takes it: apart from what reads and validates it. */
export const keptAnswersText = storedText(() => localStorage, 'quizAnswers');
export const keptPlanText = storedText(() => localStorage, 'quizPlan');
