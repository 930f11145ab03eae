import { Button, Card, Group, Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { RowList } from '#web/ui/lists/row-list.tsx';
import { useHasRoom } from '#web/ui/lists/use-has-room.ts';
import type { Owed } from '../../contract.ts';
import { splitOwed } from '../../rules.ts';
import styles from '../payments.module.css';

type LinesShown = {
  lines: readonly Owed[];
  onOpen: (id: string) => void;
  onPay: (line: Owed) => void;
};

const keyOf = ({ teacher, currency }: Owed) => `${teacher.id} ${currency}`;

/** A line for each teacher and currency: as a table where there is room for one, else as a list. */
export function OwedLines(shown: LinesShown) {
  const wide = useHasRoom('62em');
  return wide ? <OwedTable {...shown} /> : <OwedCards {...shown} />;
}

function OwedTable({ lines, onOpen, onPay }: LinesShown) {
  const { t } = useTranslation('payments');
  const { number, money } = useFigures();
  return (
    <Card p={0}>
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
          {lines.map((line) => (
            <Table.Tr key={keyOf(line)}>
              <Table.Td>
                <Teacher line={line} />
              </Table.Td>
              <Table.Td className={styles.figure}>{number(line.seats)}</Table.Td>
              <Table.Td className={styles.figure}>{money(line.earnedCents, line.currency)}</Table.Td>
              <Table.Td className={styles.figure}>{money(line.paidOutCents, line.currency)}</Table.Td>
              <Table.Td className={styles.figure} fw={800} c={line.owedCents < 0 ? 'red' : undefined}>
                {money(line.owedCents, line.currency)}
                <OwedParts line={line} />
              </Table.Td>
              <Table.Td>
                <Acts line={line} onOpen={onOpen} onPay={onPay} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function OwedCards({ lines, onOpen, onPay }: LinesShown) {
  const { t } = useTranslation('payments');
  const { number, money } = useFigures();
  return (
    <RowList>
      {lines.map((line) => {
        const { currency, seats, earnedCents, paidOutCents, owedCents } = line;
        const facts = [
          [t('owed.seats'), number(seats)],
          [t('earnings.earned'), money(earnedCents, currency)],
          ...(paidOutCents === 0 ? [] : [[t('earnings.paidOut'), money(paidOutCents, currency)]]),
        ];
        return (
          <li key={keyOf(line)} className={styles.stacked}>
            <Teacher line={line} />
            <Text size="sm" c="dimmed">
              {facts.map(([label, figure], nth) => (
                <Fragment key={label}>
                  {nth > 0 && ' · '}
                  <span className={styles.fact}>{`${label}: ${figure}`}</span>
                </Fragment>
              ))}
            </Text>
            <div className={styles.amount}>
              <Text fw={800} c={owedCents < 0 ? 'red' : undefined}>
                {t('earnings.owed')}: <span className={styles.figure}>{money(owedCents, currency)}</span>
                <OwedParts line={line} />
              </Text>
              <Acts line={line} onOpen={onOpen} onPay={onPay} />
            </div>
          </li>
        );
      })}
    </RowList>
  );
}

/** What of it is for classes that the teacher has given, and what for those to be given, where there are some. */
function OwedParts({ line }: { line: Owed }) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const { given, coming } = splitOwed(line);
  if (coming === 0) return null;
  const parts = [
    ['given', given],
    ['coming', coming],
  ] as const;
  return parts.map(([part, cents]) => (
    <Text key={part} component="span" display="block" size="sm" c="dimmed" fw={400}>
      {`${t(`earnings.${part}`)}: ${money(cents, line.currency)}`}
    </Text>
  ));
}

function Teacher({ line: { teacher } }: { line: Owed }) {
  const [local, domain] = teacher.email.split('@');
  return (
    <div className={styles.words}>
      <Text fw={700}>{teacher.name}</Text>
      <Text size="sm" c="dimmed">
        {local}
        <wbr />@{domain}
      </Text>
    </div>
  );
}

function Acts({ line, onOpen, onPay }: { line: Owed } & Omit<LinesShown, 'lines'>) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const { teacher, owedCents, currency } = line;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        size="sm"
        variant="default"
        onClick={() => onOpen(teacher.id)}
        aria-label={t('owed.openOf', { name: teacher.name })}
      >
        {t('owed.open')}
      </Button>
      {owedCents > 0 && (
        <Button
          size="sm"
          color="teach"
          onClick={() => onPay(line)}
          // A teacher has a line for each currency.
          aria-label={t('owed.payOf', { name: teacher.name, amount: money(owedCents, currency) })}
        >
          {t('owed.pay')}
        </Button>
      )}
    </Group>
  );
}
