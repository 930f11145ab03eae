import { Button, Stack, Tabs } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#web/api/address-of.ts';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ShellSlotPlace } from '#web/shell/shell-slot.tsx';
import { foundIn } from '#web/ui/lists/found-status.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { exportPayments } from '../contract.ts';
import { TeachersOwed } from './earnings/teachers-owed.tsx';
import { PaymentFilterBar } from './payment-filter-bar.tsx';
import { namedFilters, withPeriod } from './payment-filters.ts';
import { PaymentList } from './payment-list.tsx';
import { PaymentTotals } from './payment-totals.tsx';
import { paymentsQuery } from './queries.ts';

export const meta = () => pageMeta(i18n.t('admin.title', { ns: 'payments' }));

const tabs = ['payments', 'teachers', 'prices'] as const;

/**
 * All payments with their sums and refunds, what teachers are owed, and the prices. The tab and the filters stand in
 * the address. Later features fill the places of the prices and of the button that records a payment by hand.
 */
export default function AdminPaymentsPage() {
  const { t } = useTranslation('payments');
  const [{ tab = 'payments' }, choose] = useFilters({ tab: tabs });
  return (
    <div>
      <PageHeader
        title={t('admin.title')}
        text={t('admin.text')}
        accent="coins"
        actions={<ShellSlotPlace name="action" />}
      />
      <Tabs
        value={tab}
        onChange={(chosen) => choose('tab', chosen === 'payments' ? '' : (chosen ?? ''))}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('admin.title')} mb="lg">
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`admin.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="payments">
          <Payments />
        </Tabs.Panel>
        <Tabs.Panel value="teachers">
          <TeachersOwed />
        </Tabs.Panel>
        <Tabs.Panel value="prices">
          <ShellSlotPlace name="part" />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Payments() {
  const { t } = useTranslation('payments');
  const [named, choose, clear] = useFilters(namedFilters);
  const filters = withPeriod(named, new Date(), useReaderZone());
  const payments = useList(paymentsQuery(filters));
  const { items, query } = payments;
  const isFiltered = Object.keys(filters).length > 0;
  // Before the first payment there is nothing to filter, to add up or to export. While a filter is taken off, the empty
  // list is still that of the filter.
  if (!isFiltered && items?.length === 0 && !query.isPlaceholderData)
    return <PaymentList filters={filters} onClear={clear} />;
  return (
    <Stack gap="lg">
      <PaymentFilterBar filters={named} found={foundIn(payments)} onFilter={choose} />
      {/* What keeps the list from being read mostly keeps the sums: one box says so, and reads both again. */}
      {(items || !query.error) && <PaymentTotals filters={filters} />}
      <Button
        component="a"
        href={addressOf(exportPayments.path, {}, filters)}
        download
        variant="default"
        size="sm"
        leftSection={<IconDownload size="1.125rem" aria-hidden />}
        style={{ alignSelf: 'flex-end' }}
      >
        {t('admin.export')}
      </Button>
      <PaymentList filters={filters} onClear={clear} />
    </Stack>
  );
}
