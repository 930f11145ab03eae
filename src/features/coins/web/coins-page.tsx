import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { IconShoppingBag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CoinAmount } from './coin-amount.tsx';
import styles from './coins-page.module.css';
import { InvitationLinks } from './invitation-links.tsx';
import { InviteCard } from './invite-card.tsx';
import { MovementList } from './movement-list.tsx';
import { MovementsLoading } from './movements-loading.tsx';
import { NoCoinsNow } from './no-coins-now.tsx';
import { ledgerQuery, walletQuery } from './queries.ts';
import { WaysToEarn } from './ways-to-earn.tsx';

export const meta = () => pageMeta(i18n.t('page.title', { ns: 'coins' }));

/** How many sumicoins the reader has, where they came from and went, and how to earn more. */
export default function CoinsPage() {
  const { t } = useTranslation('coins');
  return (
    <div>
      <PageHeader title={t('page.title')} accent="coins" />
      <NoCoinsNow />
      <div className={styles.columns}>
        <Balance />
        <section className={styles.movements}>
          <Title order={2} mb="md">
            {t('page.movements')}
          </Title>
          <Movements />
        </section>
        <Stack>
          <Card component="section">
            <Title order={2} size="h4" mb="xs">
              {t('earn.title')}
            </Title>
            <WaysToEarn />
          </Card>
          <InviteCard />
          <InvitationLinks />
        </Stack>
      </div>
    </div>
  );
}

function Balance() {
  const { t } = useTranslation('coins');
  const { data, error, refetch } = useQuery(walletQuery);
  if (error && !data) return <ErrorState isPart error={error} onRetry={refetch} />;
  return (
    <Card>
      <Stack gap="md">
        <div>
          <Text c="dimmed">{t('page.balance')}</Text>
          {data ? <CoinAmount coins={data.balance} size="lg" /> : <LoadingBlocks heights={['3.5rem']} />}
        </div>
        <Button
          component={Link}
          to="/store"
          color="coins"
          leftSection={<IconShoppingBag size="1.25rem" aria-hidden />}
        >
          {t('page.toStore')}
        </Button>
      </Stack>
    </Card>
  );
}

function Movements() {
  const { t } = useTranslation('coins');
  return (
    <PagedList
      isPart
      list={useList(ledgerQuery)}
      failed={t('page.failed')}
      loading={<MovementsLoading />}
      empty={<EmptyState title={t('page.empty')} text={t('page.emptyText')} />}
      more={t('page.more')}
    >
      {(movements) => <MovementList movements={movements} />}
    </PagedList>
  );
}
