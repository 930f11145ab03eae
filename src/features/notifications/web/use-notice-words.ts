import { useTranslation } from 'react-i18next';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import type { Notice } from '../contract.ts';
import { earnedIn, fillingsOf } from '../rules.ts';

/** The text of a notice for this reader. */
export type NoticeWords = {
  sentence: string;
  /** Below it: the reason of what was done, the topic of the club to come, or the message to a class as it is. */
  below: string | null;
  earned: string | null;
  moment: string;
};

type NoticeContent = Pick<Notice, 'kind' | 'detail'>;

/**
 * Writes what is told in the language of the reader's interface, with times in a zone. For a kind that this browser
 * does not know, such as one from a newer server, it returns a general text.
 */
export function useNoticeSentences(
  zone: string,
): (notice: NoticeContent) => Pick<NoticeWords, 'sentence' | 'below'> {
  const { t, i18n } = useTranslation(['notifications', 'shell', 'store']);
  const reader = { language: i18n.language, zone };
  const sentenceOf = ({ kind, detail }: NoticeContent) => {
    const fillings = fillingsOf(detail, { ...reader, now: new Date() }, (word, otherwise) =>
      t(word, { defaultValue: otherwise }),
    );
    const sentence: string = t(`kinds.${kind}`, { ...fillings, defaultValue: '' });
    // A placeholder without a value: the notice is older or newer than this catalogue.
    return sentence === '' || sentence.includes('{{') ? t('somethingNew') : sentence;
  };
  const belowOf = ({ detail: { reason, topic, message } }: NoticeContent) =>
    reason ? t('reason', { reason }) : topic ? t('topic', { topic }) : message ? `${message}` : null;
  return (notice) => ({ sentence: sentenceOf(notice), below: belowOf(notice) });
}

/** Writes a notice for its reader, with times in their zone. */
export function useNoticeWords(): (notice: Notice) => NoticeWords {
  const { t, i18n } = useTranslation('notifications');
  const sentencesOf = useNoticeSentences(useReaderZone());
  const { nearMoment } = useDates();
  const earnedOf = ({ detail }: Notice) => {
    const earned = earnedIn(detail, i18n.language);
    return earned && t(`earned.${earned.key}`, earned.fillings);
  };
  return (notice) => ({
    ...sentencesOf(notice),
    earned: earnedOf(notice),
    moment: nearMoment(notice.createdAt),
  });
}
