import { i18n } from '#web/i18n/i18n.ts';
import type { QuizAnswers } from '../contract.ts';
import { givesHandles } from '../rules.ts';

/** The title of the toast after saving: names the handles only where some were given. */
export function savedWords(answers: QuizAnswers): string {
  return givesHandles(answers) ? i18n.t('saved', { ns: 'quiz' }) : i18n.t('savedAnswers', { ns: 'quiz' });
}
