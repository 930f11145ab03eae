import { Button, Card, Group, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { exportAllEarnings, type Owed, teacherSharePercent } from '../../contract.ts';
import styles from '../payments.module.css';
import { PayoutDialog } from './payout-dialog.tsx';
import { owedQuery } from './queries.ts';
import { Statement } from './statement.tsx';

/** What each teacher is owed, with their statement in a drawer. `openId` is the teacher whose statement is open. */
export function TeachersOwed({ openId, onOpen }: { openId: string | null; onOpen: (id: string) => void }) {
  const { t } = useTranslation('payments');
  const { percentage } = useFigures();
  const { data, error, refetch } = useQuery(owedQuery);
  const [paying, setPaying] = useState<Owed | null>(null);
  if (!data) {
    return error ? (
      <ErrorState error={error} title={t('owed.failed')} onRetry={refetch} />
    ) : (
      <LoadingBlocks heights={['4rem']} times={3} gap="md" />
    );
  }
  if (data.items.length === 0) return <EmptyState title={t('owed.empty')} text={t('owed.emptyText')} />;
  const open = data.items.find(({ teacher }) => teacher.id === openId)?.teacher;
  return (
    <Stack>
      <Group justify="space-between">
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
      <Card p={0}>
        <Table.ScrollContainer minWidth="34rem">
          <Table verticalSpacing="sm" horizontalSpacing="md" className={styles.table}>
            <Table.Caption className="visually-hidden">{t('admin.tabs.teachers')}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('owed.teacher')}</Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('owed.seats')}
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('earnings.earned')}
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('earnings.paidOut')}
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('earnings.owed')}
                </Table.Th>
                <Table.Th scope="col">
                  <span className="visually-hidden">{t('columns.actions')}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.items.map((line) => (
                <Line
                  key={`${line.teacher.id} ${line.currency}`}
                  line={line}
                  onOpen={() => onOpen(line.teacher.id)}
                  onPay={() => setPaying(line)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
      <SideDrawer
        opened={open !== undefined}
        onClose={() => onOpen('')}
        size="lg"
        title={t('owed.statementOf', { name: open?.name ?? '' })}
      >
        {open && <Statement teacherId={open.id} />}
      </SideDrawer>
      {paying && <PayoutDialog line={paying} onClose={() => setPaying(null)} />}
    </Stack>
  );
}

function Line({ line, onOpen, onPay }: { line: Owed; onOpen: () => void; onPay: () => void }) {
  const { t } = useTranslation('payments');
  const { number, money } = useFigures();
  const { teacher, currency, seats, earnedCents, paidOutCents, owedCents } = line;
  return (
    <Table.Tr>
      <Table.Td className={styles.words}>
        <Text fw={700}>{teacher.name}</Text>
        <Text size="sm" c="dimmed">
          {teacher.email}
        </Text>
      </Table.Td>
      <Table.Td className={styles.figure}>{number(seats)}</Table.Td>
      <Table.Td className={styles.figure}>{money(earnedCents, currency)}</Table.Td>
      <Table.Td className={styles.figure}>{money(paidOutCents, currency)}</Table.Td>
      <Table.Td className={styles.figure} fw={800} c={owedCents < 0 ? 'red' : undefined}>
        {money(owedCents, currency)}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button
            size="sm"
            variant="default"
            onClick={onOpen}
            aria-label={t('owed.openOf', { name: teacher.name })}
          >
            {t('owed.open')}
          </Button>
          {owedCents > 0 && (
            <Button
              size="sm"
              color="teach"
              onClick={onPay}
              aria-label={t('owed.payOf', { name: teacher.name })}
            >
              {t('owed.pay')}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
