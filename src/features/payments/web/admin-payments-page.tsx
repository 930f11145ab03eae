import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#web/api/address-of.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useAddressFilters } from '#web/ui/lists/use-address-filters.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { exportPayments } from '../contract.ts';
import { ManualDialog } from './manual-dialog.tsx';
import { PaymentFilterBar } from './payment-filter-bar.tsx';
import { chosenIn, filtersOf } from './payment-filters.ts';
import { PaymentList } from './payment-list.tsx';
import { PaymentTotals } from './payment-totals.tsx';
import { PriceList } from './price-list.tsx';

export function meta() {
  return [{ title: `${i18n.t('admin.title', { ns: 'payments' })} · Sumi` }];
}

/** Every payment, what they add up to, refunds, payments made by hand, and prices. What is chosen stands in the address. */
export default function AdminPaymentsPage() {
  const { t } = useTranslation('payments');
  const [address, choose] = useAddressFilters();
  const [opened, dialog] = useDisclosure();
  const chosen = chosenIn(address);
  const filters = filtersOf(chosen, new Date());
  return (
    <div>
      <PageHeader
        title={t('admin.title')}
        text={t('admin.text')}
        accent="coins"
        actions={
          <>
            <Button
              component="a"
              href={addressOf(exportPayments.path, {}, filters)}
              download
              variant="default"
              leftSection={<IconDownload size="1.25rem" aria-hidden />}
            >
              {t('admin.export')}
            </Button>
            <Button color="teach" leftSection={<IconPlus size="1.25rem" aria-hidden />} onClick={dialog.open}>
              {t('manual.open')}
            </Button>
          </>
        }
      />
      <Stack gap="lg">
        <PaymentFilterBar chosen={chosen} onFilter={choose} />
        <PaymentTotals filters={filters} />
        <PaymentList filters={filters} />
        <PriceList />
      </Stack>
      <ManualDialog opened={opened} onClose={dialog.close} />
    </div>
  );
}
