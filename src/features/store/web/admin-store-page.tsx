import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CoinRulesForm } from '#features/coins/web/coin-rules-form.tsx';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { OrdersToSettle } from './orders-to-settle.tsx';
import { Prices } from './prices.tsx';

export const meta = () => pageMeta(i18n.t('manage.title', { ns: 'store' }));

const tabs = ['orders', 'prices', 'rules'] as const;

/** The page on which administrators fulfil and refund orders, and set prices and the rules of coins (`?tab=rules`). */
export default function AdminStorePage() {
  const { t } = useTranslation('store');
  const [{ tab: shown = 'orders' }, choose] = useFilters({ tab: tabs });
  return (
    <div>
      <PageHeader title={t('manage.title')} text={t('manage.text')} accent="coins" />
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(tab) => choose('tab', tab && tab !== 'orders' ? tab : '')}
      >
        <Tabs.List mb="lg" aria-label={t('manage.title')}>
          <Tabs.Tab value="orders">{t('manage.orders')}</Tabs.Tab>
          <Tabs.Tab value="prices">{t('manage.prices')}</Tabs.Tab>
          <Tabs.Tab value="rules">{t('manage.rules')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="orders">
          <OrdersToSettle />
        </Tabs.Panel>
        <Tabs.Panel value="prices">
          <Prices />
        </Tabs.Panel>
        <Tabs.Panel value="rules">
          <CoinRulesForm />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
