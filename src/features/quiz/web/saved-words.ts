import { i18n } from '#web/i18n/i18n.ts';
import type { QuizAnswers } from '../contract.ts';

/** The title of the toast after saving: names the handles only where some were given. */
export function savedWords({ socialMedia }: QuizAnswers): string {
  const hasHandles = Object.keys(socialMedia).length > 0;
  return hasHandles ? i18n.t('saved', { ns: 'quiz' }) : i18n.t('savedAnswers', { ns: 'quiz' });
}
