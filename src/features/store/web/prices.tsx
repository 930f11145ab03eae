import { Button, Card, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { CountField } from '#web/ui/figures/count-field.tsx';
import { useCountCheck } from '#web/ui/figures/use-count-check.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { changeStoreItem, itemPriceLimits, type ManagedItem } from '../contract.ts';
import { ItemDrawing } from './item-drawing.tsx';
import { managedItemsQuery } from './queries.ts';
import styles from './store.module.css';

/** The price of each item, and whether it is for sale. */
export function Prices() {
  const { t } = useTranslation('store');
  const { data, error, refetch } = useQuery(managedItemsQuery);
  if (!data) {
    if (error) return <ErrorState error={error} title={t('page.failed')} onRetry={refetch} />;
    return <LoadingBlocks heights={['11rem']} times={6} className={styles.prices} />;
  }
  return (
    <div className={styles.prices}>
      {data.items.map((item) => (
        // The key resets the field when another administrator changes the item.
        <PriceCard key={`${item.id} ${item.price} ${item.isActive}`} item={item} />
      ))}
    </div>
  );
}

function PriceCard({ item }: { item: ManagedItem }) {
  const { t } = useTranslation('store');
  const [price, setPrice] = useState<string | number>(item.price);
  const [isActive, setActive] = useState(item.isActive);
  const name = t(`items.${item.id}.name`, { defaultValue: item.id });
  const wrong = useCountCheck()(itemPriceLimits)(price);
  const fits = wrong === null;
  const changed = price !== item.price || isActive !== item.isActive;
  const change = useAct(
    () => call(changeStoreItem, { params: { itemId: item.id }, body: { price: Number(price), isActive } }),
    { stale: ['store'], done: [t('prices.done'), name], failed: t('prices.failed') },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fits && changed) change.mutate();
  };
  return (
    <Card component="form" onSubmit={submit} aria-label={name} noValidate>
      <Stack gap="md">
        <Group wrap="nowrap" gap="md">
          <ItemDrawing icon={item.icon} category={item.category} />
          <div className={styles.words}>
            <Title order={2} size="h4">
              {name}
            </Title>
            <Text size="sm" c="dimmed">
              {t(`categories.${item.category}`)}
            </Text>
          </div>
        </Group>
        <CountField
          label={t('prices.price')}
          limits={itemPriceLimits}
          value={price}
          error={wrong}
          onChange={setPrice}
        />
        <Group justify="space-between">
          <Switch
            size="md"
            label={t('prices.forSale')}
            checked={isActive}
            onChange={({ currentTarget }) => setActive(currentTarget.checked)}
          />
          <Button type="submit" color="coins" disabled={!fits || !changed} loading={change.isPending}>
            {t('prices.save')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
