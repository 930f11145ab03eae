import { Box, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { importEvents } from '#features/calendar/contract.ts';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { type Report, SyncReport } from './sync-report.tsx';

/** Imports the events of the outside calendar as classes, and reports what became of each. */
export function SyncButton() {
  const { t } = useTranslation('classes');
  const { account: reader } = useAccount();
  const [report, setReport] = useState<Report | null>(null);
  const sync = useAct((userId: string) => call(importEvents, { body: { userId } }), {
    stale: ['classes'],
    done: ({ imported, skipped }) => [
      t('sync.done'),
      [t('sync.imported', { count: imported }), t('sync.skipped', { count: skipped })].join(' · '),
    ],
    failed: t('sync.failed'),
    onDone: setReport,
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
