import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ClearFilters } from '#web/ui/lists/clear-filters.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useHasRoom } from '#web/ui/lists/use-has-room.ts';
import type { OverseenPayment, PaymentFilters } from '../contract.ts';
import { GiveBackDialog } from './give-back-dialog.tsx';
import { PaymentCards, PaymentTable } from './payment-rows.tsx';
import { paymentsQuery } from './queries.ts';
import { RefundDialog } from './refund-dialog.tsx';

/** The filtered payments, newest first. */
export function PaymentList({ filters, onClear }: { filters: PaymentFilters; onClear: () => void }) {
  const { t } = useTranslation('payments');
  const [refunding, setRefunding] = useState<OverseenPayment | null>(null);
  const [givingBack, setGivingBack] = useState<OverseenPayment | null>(null);
  const wide = useHasRoom('68em');
  const Rows = wide ? PaymentTable : PaymentCards;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PagedList
        list={useList(paymentsQuery(filters))}
        failed={t('list.failed')}
        loading={<LoadingBlocks heights={[wide ? '4.75rem' : '11.5rem']} times={4} gap={wide ? 'md' : 1} />}
        empty={
          <EmptyState
            title={t('list.empty')}
            text={t(isFiltered ? 'list.noneLeft' : 'list.emptyText')}
            action={isFiltered && <ClearFilters onClear={onClear} />}
          />
        }
        more={t('more')}
      >
        {(payments) => <Rows payments={payments} onRefund={setRefunding} onGiveBack={setGivingBack} />}
      </PagedList>
      <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />
      <GiveBackDialog payment={givingBack} onClose={() => setGivingBack(null)} />
    </>
  );
}
