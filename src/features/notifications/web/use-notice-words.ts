import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import type { Notice } from '../contract.ts';
import { fillingsOf, type NoticeFormats, noticeFormats } from './notice-fillings.ts';

/** What a notice says to this reader. */
export type NoticeWords = { sentence: string; reason: string | null; moment: string };

/**
 * Puts a notice into the reader's words: the language of their screen, instants on the clocks of the zone they
 * live in. A kind this browser does not know, as one from a newer server, says that there is something new.
 */
export function useNoticeWords(): (notice: Notice) => NoticeWords {
  const { t, i18n } = useTranslation(['notifications', 'shell', 'store']);
  const zone = useAccount().account?.zone;
  const formats: NoticeFormats = useMemo(() => noticeFormats(i18n.language, zone), [i18n.language, zone]);
  const sentenceOf = ({ kind, detail }: Notice) => {
    const fillings = fillingsOf(detail, formats, (word, otherwise) => t(word, otherwise));
    const sentence = t(`kinds.${kind}`, { ...fillings, defaultValue: '' });
    // A gap that nothing filled in: the notice is older or newer than its words.
    return sentence === '' || sentence.includes('{{') ? t('somethingNew') : sentence;
  };
  return (notice) => ({
    sentence: sentenceOf(notice),
    reason: typeof notice.detail.reason === 'string' ? notice.detail.reason : null,
    moment: formats.moment(notice.createdAt),
  });
}
