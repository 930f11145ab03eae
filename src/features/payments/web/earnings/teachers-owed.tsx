import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Fold } from '#web/ui/lists/fold.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { useOpenedByAddress } from '#web/ui/lists/use-filters.ts';
import { exportAllEarnings, type Owed, teacherSharePercent } from '../../contract.ts';
import { OwedLines } from './owed-lines.tsx';
import { PayoutDialog } from './payout-dialog.tsx';
import { owedQuery } from './queries.ts';
import { Statement } from './statement.tsx';

/** What each teacher is owed, with their statement in a drawer, which the page's address opens (`?teacher=ID`). */
export function TeachersOwed() {
  const { t } = useTranslation('payments');
  const { percentage } = useFigures();
  const { openId, open, close } = useOpenedByAddress('teacher');
  // The statement stays in the drawer while it slides out.
  const shownId = useLast(openId);
  const { data, error, refetch } = useQuery(owedQuery);
  const [paying, setPaying] = useState<Owed | null>(null);
  if (!data) {
    return error ? (
      <ErrorState error={error} title={t('owed.failed')} onRetry={refetch} />
    ) : (
      <LoadingBlocks heights={['4rem']} times={3} gap="md" />
    );
  }
  // A teacher who has earned nothing has no line, and an empty statement.
  const name = data.items.find(({ teacher }) => teacher.id === shownId)?.teacher.name;
  const due = data.items.filter(({ owedCents }) => owedCents !== 0);
  const settled = data.items.filter(({ owedCents }) => owedCents === 0);
  const acts = { onOpen: open, onPay: setPaying };
  return (
    <Stack>
      {data.items.length === 0 && <EmptyState title={t('owed.empty')} text={t('owed.emptyText')} />}
      {settled.length > 0 && due.length === 0 && <EmptyState title={t('owed.allPaid')} mood="proud" />}
      <Group justify="space-between" display={data.items.length === 0 ? 'none' : undefined}>
        <Text c="dimmed">{t('owed.text', { percent: percentage(teacherSharePercent) })}</Text>
        <Button
          component="a"
          href={exportAllEarnings.path}
          download
          variant="default"
          size="sm"
          leftSection={<IconDownload size="1.125rem" aria-hidden />}
        >
          {t('admin.export')}
        </Button>
      </Group>
      {due.length > 0 && <OwedLines lines={due} {...acts} />}
      {settled.length > 0 && (
        <Fold title={t('owed.settled', { count: settled.length })}>
          <OwedLines lines={settled} {...acts} />
        </Fold>
      )}
      <SideDrawer
        hasAddress
        opened={Boolean(openId)}
        onClose={close}
        size="lg"
        title={name ? t('owed.statementOf', { name }) : t('owed.statement')}
      >
        {shownId && <Statement teacherId={shownId} />}
      </SideDrawer>
      {paying && <PayoutDialog line={paying} onClose={() => setPaying(null)} />}
    </Stack>
  );
}
