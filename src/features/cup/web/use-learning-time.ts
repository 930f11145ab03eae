import { useTranslation } from 'react-i18next';
import { durationInWords } from '#shared/time/duration-in-words.ts';
import { minutesIn } from '../rules.ts';

/**
 * Writes a learning time of the file (`12h 30m`) as the reader's language does; one that says no time, as it stands.
 */
export function useLearningTime(): (learningTime: string) => string {
  const { i18n } = useTranslation();
  return (learningTime) => {
    const minutes = minutesIn(learningTime);
    return minutes === null ? learningTime : durationInWords(minutes, i18n.language);
  };
}
