import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { OrdersToSettle } from './orders-to-settle.tsx';
import { Prices } from './prices.tsx';

export function meta() {
  return [{ title: `${i18n.t('manage.title', { ns: 'store' })} · Sumi` }];
}

/** The page on which administrators fulfil and refund orders and set prices. */
export default function AdminStorePage() {
  const { t } = useTranslation('store');
  return (
    <div>
      <PageHeader title={t('manage.title')} text={t('manage.text')} accent="coins" />
      <Tabs defaultValue="orders" keepMounted={false}>
        <Tabs.List mb="lg" aria-label={t('manage.title')}>
          <Tabs.Tab value="orders">{t('manage.orders')}</Tabs.Tab>
          <Tabs.Tab value="prices">{t('manage.prices')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="orders">
          <OrdersToSettle />
        </Tabs.Panel>
        <Tabs.Panel value="prices">
          <Prices />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}
