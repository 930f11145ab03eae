import { Button, Skeleton, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { CoinAmount } from '#features/coins/web/coin-amount.tsx';
import { walletQuery } from '#features/coins/web/queries.ts';
import { newKey } from '#web/api/new-key.ts';
import { useInSlices } from '#web/api/use-in-slices.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { AskedPurchase, KnownBalance } from './asked-purchase.ts';
import { NextGoal } from './next-goal.tsx';
import { Orders } from './orders.tsx';
import { PurchaseDialog } from './purchase-dialog.tsx';
import { itemsQuery } from './queries.ts';
import { Shelves } from './shelves.tsx';
import { ShelvesLoading } from './shelves-loading.tsx';

export const meta = () =>
  pageMeta(i18n.t('page.title', { ns: 'store' }), i18n.t('page.text', { ns: 'store' }));

/** The store. Open to visitors, who sign in to buy; members see their balance and their orders. */
export default function StorePage() {
  const { t } = useTranslation('store');
  const { account, isLoading } = useAccount();
  const wallet = useQuery({ ...walletQuery, enabled: account !== null });
  const own = wallet.data?.balance ?? (wallet.error ? 'unread' : undefined);
  const balance: KnownBalance = account || isLoading ? own : null;
  return (
    <div>
      <PageHeader
        title={t('page.title')}
        text={t('page.text')}
        accent="coins"
        actions={account && <Balance balance={own} />}
      />
      {account?.verifiedTeacher && account.role !== 'admin' && (
        <Button
          component={Link}
          to="/teacher/certificates"
          variant="default"
          leftSection={<IconCertificate size="1.25rem" aria-hidden />}
          mb="lg"
        >
          {t('page.toCertificates')}
        </Button>
      )}
      {/* Both come at once: neither the next goal nor the orders move what is shown already. */}
      <Catalogue balance={balance} isLoading={account !== null && wallet.isPending}>
        {account && (
          <section>
            <Title order={2} mt="xl" mb="md">
              {t('orders.title')}
            </Title>
            <Orders />
          </section>
        )}
      </Catalogue>
    </div>
  );
}

function Balance({ balance }: { balance: Exclude<KnownBalance, null> }) {
  const { t } = useTranslation('store');
  return (
    <UnstyledButton component={Link} to="/coins">
      <VisuallyHidden>{t('page.toLedger')}</VisuallyHidden>
      {balance === undefined ? (
        <Skeleton h="2.5rem" w="8rem" />
      ) : (
        <CoinAmount coins={balance === 'unread' ? null : balance} size="lg" />
      )}
    </UnstyledButton>
  );
}

/** The shelves, and below them what comes with them. */
function Catalogue({
  balance,
  isLoading,
  children,
}: {
  balance: KnownBalance;
  /** Whether something that stands above the shelves is still to come. */
  isLoading: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('store');
  const { data: read, error, refetch } = useQuery(itemsQuery);
  const data = useInSlices(isLoading ? undefined : read);
  const [asked, setAsked] = useState<AskedPurchase | null>(null);
  const [opened, dialog] = useDisclosure();
  if (!read && error) {
    return (
      <>
        <ErrorState error={error} title={t('page.failed')} onRetry={refetch} />
        {children}
      </>
    );
  }
  if (!data) return <ShelvesLoading />;
  if (data.items.length === 0) {
    return (
      <>
        <EmptyState title={t('page.empty')} text={t('page.emptyText')} />
        {children}
      </>
    );
  }
  return (
    <>
      {typeof balance === 'number' && <NextGoal items={data.items} balance={balance} />}
      <Shelves
        items={data.items}
        balance={typeof balance === 'number' ? balance : null}
        onBuy={(item) => {
          setAsked({ ...item, key: newKey() });
          dialog.open();
        }}
      />
      {asked && (
        <PurchaseDialog
          key={asked.key}
          asked={asked}
          opened={opened}
          balance={balance}
          onClose={dialog.close}
        />
      )}
      {children}
    </>
  );
}
