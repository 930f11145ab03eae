import { Box, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { importEvents } from '#features/calendar/contract.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Report, SyncReport } from './sync-report.tsx';

/** Imports the events of the outside calendar as classes, and reports what became of each. */
export function SyncButton() {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const { account: reader } = useAccount();
  const [report, setReport] = useState<Report | null>(null);
  const sync = useMutation({
    mutationFn: (userId: string) => call(importEvents, { body: { userId } }),
    onSuccess: (answer) => {
      const { imported, skipped } = answer;
      const counts = [t('sync.imported', { count: imported }), t('sync.skipped', { count: skipped })];
      toastSuccess(t('sync.done'), counts.join(' · '));
      setReport(answer);
    },
    onError: (error) => toastFailure(error, t('sync.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size="1.25rem" aria-hidden />}
        loading={sync.isPending}
        disabled={!reader}
        aria-label={t('sync.open')}
        onClick={() => reader && sync.mutate(reader.id)}
      >
        <Box visibleFrom="sm">{t('sync.open')}</Box>
        <Box hiddenFrom="sm">{t('sync.short')}</Box>
      </Button>
      <SyncReport report={report} onClose={() => setReport(null)} />
    </>
  );
}
