import { i18n } from '#web/i18n/i18n.ts';
import type { QuizAnswers } from '../contract.ts';
import { givesHandles } from '../rules.ts';

/** The title of the toast after a failure to save: as `savedWords`. Null: what is stored cannot be read. */
export function failedWords(answers: QuizAnswers | null): string {
  return answers && givesHandles(answers)
    ? i18n.t('failed', { ns: 'quiz' })
    : i18n.t('failedAnswers', { ns: 'quiz' });
}
