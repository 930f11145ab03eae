import { useTranslation } from 'react-i18next';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { ReadyText } from '#web/ui/share/ready-text.tsx';
import { type HolidayNews, holidayText } from './holiday-text.ts';

/** For an administrator who has cancelled the classes of a day: what happened, as a text for the group. */
export function TellOfHoliday({ news, onClose }: { news: HolidayNews | null; onClose: () => void }) {
  const { t, i18n } = useTranslation(['classes', 'notifications']);
  const shown = useLast(news);
  if (!shown) return null;
  return (
    <Modal
      // Nothing to tell a group where the classes were for kids alone.
      opened={news !== null && news.titles.length > 0}
      onClose={onClose}
      title={t('holidays.cancelled')}
    >
      <ReadyText text={holidayText(shown, { t, language: i18n.language })} label={t('share.news')} />
    </Modal>
  );
}
