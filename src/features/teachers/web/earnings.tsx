import { Button, Card, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exportEarnings, teacherSharePercent } from '#features/payments/contract.ts';
import { monthInWords } from '#web/i18n/calendar-words.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { earningsQuery } from './queries.ts';
import styles from './teachers.module.css';

/** The statement of a teacher: their share of paid seats, month by month, and a file of it. */
export function Earnings() {
  const { t } = useTranslation('teachers');
  const { percentage: percent } = useFigures();
  const { data, error, refetch } = useQuery(earningsQuery);
  return (
    <Card component="section" aria-labelledby="earnings-title">
      <Stack>
        <div className={styles.head}>
          <div>
            <Title order={2} size="h3" id="earnings-title">
              {t('earnings.title')}
            </Title>
            <Text c="dimmed">{t('earnings.text', { percent: percent(teacherSharePercent) })}</Text>
          </div>
          {data && data.months.length > 0 && (
            <Button
              component="a"
              href={exportEarnings.path}
              download
              variant="default"
              size="sm"
              leftSection={<IconDownload size="1.125rem" aria-hidden />}
            >
              {t('earnings.download')}
            </Button>
          )}
        </div>
        {!data && !error && <Skeleton h="8rem" />}
        {!data && error && <ErrorState error={error} title={t('earnings.failed')} onRetry={refetch} />}
        {data?.months.length === 0 && (
          <EmptyState title={t('earnings.empty')} text={t('earnings.emptyText')} titleOrder={3} />
        )}
        {data && data.months.length > 0 && <Statement {...data} />}
      </Stack>
    </Card>
  );
}

type Month = { month: string; seats: number; grossCents: number; shareCents: number; refundedCents: number };

function Statement({
  months,
  totalCents,
  currency,
}: {
  months: readonly Month[];
  totalCents: number;
  currency: string;
}) {
  const { t, i18n } = useTranslation('teachers');
  const { number, money } = useFigures();
  const nameOf = (month: string) => monthInWords(month, i18n.language);
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('earnings.columns.month')}</Table.Th>
          <Table.Th scope="col" className={styles.money}>
            {t('earnings.columns.seats')}
          </Table.Th>
          <Table.Th scope="col" className={styles.money} visibleFrom="sm">
            {t('earnings.columns.gross')}
          </Table.Th>
          <Table.Th scope="col" className={styles.money}>
            {t('earnings.columns.share')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.map(({ month, seats, grossCents, shareCents, refundedCents }) => (
          <Table.Tr key={month}>
            <Table.Th scope="row">{nameOf(month)}</Table.Th>
            <Table.Td className={styles.money}>{number(seats)}</Table.Td>
            <Table.Td className={styles.money} visibleFrom="sm">
              {money(grossCents, currency)}
            </Table.Td>
            <Table.Td className={styles.money}>
              {money(shareCents, currency)}
              {refundedCents > 0 && (
                <Text size="sm" c="red">
                  {t('earnings.refunded', { amount: money(-refundedCents, currency) })}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{t('earnings.total')}</Table.Th>
          <Table.Td className={styles.money} colSpan={3}>
            <Text span fw={800}>
              {money(totalCents, currency)}
            </Text>
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}
