import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { withdrawAnnouncement } from '../contract.ts';

/** Takes an announcement back. */
export function useWithdraw(onDone?: () => void) {
  const { t } = useTranslation('announcements');
  return useAct(({ id }: { id: string }) => call(withdrawAnnouncement, { params: { id } }), {
    stale: ['announcements'],
    done: t('manage.withdrawn'),
    failed: t('manage.withdrawFailed'),
    onDone,
  });
}
