import { useTranslation } from 'react-i18next';
import { showReported } from '#features/reports/contract.ts';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import type { Application } from '../contract.ts';

/** Shows again the public page of a teacher that was hidden after a report. */
export function useShowPage(): (teacher: Application) => void {
  const { t } = useTranslation('teachers');
  const show = useAct(
    ({ id }: Application) => call(showReported, { params: { kind: 'teacher', subject: id } }),
    {
      stale: ['teachers'],
      done: (_, { name }) => [t('admin.pageShown'), name],
      failed: t('admin.showPageFailed'),
    },
  );
  return show.mutate;
}
