import { Anchor, Badge, Card, Table, Text } from '@mantine/core';
import { IconArrowBackUp, IconCash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { personAddress } from '#features/accounts/rules.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { ActsMenu } from '#web/ui/lists/acts-menu.tsx';
import { RowList } from '#web/ui/lists/row-list.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { OverseenPayment } from '../contract.ts';
import { isGivenBackByHand } from '../rules.ts';
import { PaidAmount } from './paid-amount.tsx';
import { PaidTime } from './paid-time.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import styles from './payments.module.css';
import { refundReasonText } from './refund-reason-text.ts';
import { usePaidFor } from './use-paid-for.ts';

type ToBeAsked = Record<'onRefund' | 'onGiveBack', (payment: OverseenPayment) => void>;
type Rows = ToBeAsked & { payments: readonly OverseenPayment[] };
type Row = ToBeAsked & { payment: OverseenPayment };

/** The payments as a table, where there is room for one. */
export function PaymentTable({ payments, ...toBeAsked }: Rows) {
  const { t } = useTranslation('payments');
  const { moment } = useDates();
  return (
    <Card p={0}>
      <Table verticalSpacing="sm" horizontalSpacing="md" className={styles.table}>
        <Table.Caption className="visually-hidden">{t('admin.title')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('columns.person')}</Table.Th>
            <Table.Th scope="col">{t('columns.what')}</Table.Th>
            <Table.Th scope="col">{t('columns.when')}</Table.Th>
            <Table.Th scope="col">{t('columns.status')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('columns.amount')}
            </Table.Th>
            <Table.Th scope="col">
              <span className="visually-hidden">{t('columns.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {payments.map((payment) => (
            <Table.Tr key={payment.id}>
              <Table.Th scope="row" fw="inherit">
                <Payer payment={payment} />
              </Table.Th>
              <Table.Td>
                <What payment={payment} />
              </Table.Td>
              <Table.Td className={styles.when}>
                <Text size="sm">{moment(payment.completedAt ?? payment.createdAt)}</Text>
                <Text size="sm" c="dimmed">
                  {t(`methods.${payment.method}`)}
                </Text>
              </Table.Td>
              <Table.Td>
                <Marks payment={payment} />
              </Table.Td>
              <Table.Td className={styles.figure} fw={800}>
                <PaidAmount payment={payment} />
              </Table.Td>
              <Table.Td>
                <Acts payment={payment} {...toBeAsked} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

/** The payments as a list, on a phone. */
export function PaymentCards({ payments, ...toBeAsked }: Rows) {
  const { t } = useTranslation('payments');
  const { moment } = useDates();
  return (
    <RowList>
      {payments.map((payment) => (
        <li key={payment.id} className={styles.stacked}>
          <div className={styles.amount}>
            <Payer payment={payment} />
            <Acts payment={payment} {...toBeAsked} />
          </div>
          <div className={styles.words}>
            <What payment={payment} />
            <Text size="sm" c="dimmed">
              {t(`methods.${payment.method}`)} · {moment(payment.completedAt ?? payment.createdAt)}
            </Text>
          </div>
          <div className={styles.amount}>
            <Text fw={800}>
              <PaidAmount payment={payment} />
            </Text>
            <Marks payment={payment} />
          </div>
        </li>
      ))}
    </RowList>
  );
}

function Payer({ payment: { person } }: { payment: OverseenPayment }) {
  return (
    <div className={`${styles.words} ${styles.payer}`}>
      <Anchor component={Link} to={personAddress(person.id)} fw={700} c="inherit">
        {person.name}
      </Anchor>
      <Text size="sm" c="dimmed">
        {person.email}
      </Text>
    </div>
  );
}

function What({ payment }: { payment: OverseenPayment }) {
  const { t, i18n } = useTranslation('payments');
  const paidFor = usePaidFor();
  const { day } = useDates();
  const { kind, teacherName, refundReason, givenBack, givenBackReason, note } = payment;
  const reason = refundReason && refundReasonText(refundReason, i18n);
  return (
    <div className={styles.words}>
      <Text>{paidFor(payment)}</Text>
      <PaidTime payment={payment} />
      {kind === 'single' && (
        <Text size="sm" c="dimmed">
          {teacherName ? t('list.seatWith', { teacher: teacherName }) : t('kinds.single')}
        </Text>
      )}
      {(reason ?? note) && (
        <Text size="sm" c="dimmed">
          {reason ?? note}
        </Text>
      )}
      {givenBack && (
        <Text size="sm" c="dimmed">
          {t(`givenBack.${givenBack.method}`, { day: day(givenBack.at) })}
          {givenBackReason !== reason && ` · ${givenBackReason}`}
        </Text>
      )}
    </div>
  );
}

function Marks({ payment }: { payment: OverseenPayment }) {
  const { t } = useTranslation('payments');
  return (
    <span className={styles.marks}>
      {payment.isTest && <Badge color="gray">{t('test.badge')}</Badge>}
      {payment.givenBackTwice && (
        <Badge color="red" size="lg">
          {t('givenBack.twice')}
        </Badge>
      )}
      <PaymentBadge payment={payment} />
    </span>
  );
}

/** What can be done about a payment; nothing is shown where nothing can be done. */
function Acts({ payment, onRefund, onGiveBack }: Row) {
  const { t } = useTranslation('payments');
  const { moment } = useDates();
  const paidFor = usePaidFor();
  const { status, refundWanted, allowed, person } = payment;
  const isRefundable = status === 'completed' && !refundWanted && allowed.refund === null;
  if (!isRefundable && allowed.giveBack !== null) return null;
  // A plan is paid for again each month.
  const paidAt = moment(payment.completedAt ?? payment.createdAt);
  const of = { what: paidFor(payment), name: person.name, moment: paidAt };
  return (
    <ActsMenu label={t('list.acts', of)}>
      {isRefundable && (
        <Menu.Item
          color="red"
          leftSection={<IconArrowBackUp size="1.125rem" aria-hidden />}
          onClick={() => onRefund(payment)}
        >
          {t('refund.open')}
        </Menu.Item>
      )}
      {allowed.giveBack === null && (
        <Menu.Item leftSection={<IconCash size="1.125rem" aria-hidden />} onClick={() => onGiveBack(payment)}>
          {t(isGivenBackByHand(payment) ? 'giveBack.byHand.open' : 'giveBack.open')}
        </Menu.Item>
      )}
    </ActsMenu>
  );
}
