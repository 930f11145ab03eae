import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { Trends } from '../contract.ts';
import classes from './overview.module.css';

/** The weekly figures as a table, the current week first. */
export function TrendTable({ trends }: { trends: Trends }) {
  const { t, i18n } = useTranslation('admin');
  const { number, percentage, shortMoney: money } = useFigures();
  const day = (monday: string) => dayInWords(monday, i18n.language, { day: 'numeric', month: 'short' });
  return (
    <Table verticalSpacing="sm" className={classes.weeks}>
      <Table.Caption className="visually-hidden">{t('trends.title')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('trends.week')}</Table.Th>
          <Table.Th ta="end">{t('trends.signUps')}</Table.Th>
          <Table.Th ta="end">{t('trends.attendance')}</Table.Th>
          <Table.Th ta="end">{t('trends.coinsIssued')}</Table.Th>
          <Table.Th ta="end">{t('trends.coinsSpent')}</Table.Th>
          <Table.Th ta="end">{t('trends.revenue')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {trends.weeks.toReversed().map((week) => (
          <Table.Tr key={week.monday}>
            <Table.Th scope="row">{day(week.monday)}</Table.Th>
            <Table.Td ta="end">{number(week.signUps)}</Table.Td>
            <Table.Td ta="end">
              {week.seatsMarked === 0 ? '—' : percentage((week.seatsAttended / week.seatsMarked) * 100)}
            </Table.Td>
            <Table.Td ta="end">{number(week.coinsIssued)}</Table.Td>
            <Table.Td ta="end">{number(week.coinsSpent)}</Table.Td>
            <Table.Td ta="end">{money(week.revenueCents, trends.currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
