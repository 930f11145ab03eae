import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { CoinAmount } from '#features/coins/web/coin-amount.tsx';
import { streakQuery } from '#features/profiles/web/queries.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { StoreItem } from '../contract.ts';
import { ItemDrawing } from './item-drawing.tsx';
import styles from './store.module.css';

/** An item. `balance` is null for a visitor and while it loads. */
export function ItemCard({
  item,
  balance,
  onBuy,
}: {
  item: StoreItem;
  balance: number | null;
  onBuy: () => void;
}) {
  const { t } = useTranslation('store');
  const { number } = useFigures();
  const { account } = useAccount();
  const titleId = useId();
  const streak = useQuery({ ...streakQuery, enabled: balance !== null && item.id === 'streak-shield' }).data;
  const hasAll = item.id === 'streak-shield' && streak !== undefined && streak.shields >= streak.mostShields;
  const needsConsent = item.category === 'classes' && account?.guardianConsent === false;
  const obstacle = needsConsent ? t('needsConsent') : hasAll ? t('hasAll') : null;
  const missing = balance === null ? 0 : Math.max(0, item.price - balance);
  const name = t(`items.${item.id}.name`, { defaultValue: item.id });
  return (
    <Card component="article" aria-labelledby={titleId} className={styles.card}>
      <Group gap="md" wrap="nowrap" align="start">
        <ItemDrawing icon={item.icon} category={item.category} />
        <Stack gap="xs" align="start" className={styles.words}>
          {item.isNew && <Badge color="live">{t('new')}</Badge>}
          <Title order={3} size="h4" id={titleId}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {t(`items.${item.id}.description`, { defaultValue: '' })}
          </Text>
        </Stack>
      </Group>
      <Group className={styles.buying} justify="space-between" align="end" gap="sm" mt="auto" wrap="nowrap">
        <div>
          <CoinAmount coins={item.price} size="md" />
          {(obstacle !== null || missing > 0) && (
            <Text size="sm" c="dimmed">
              {obstacle ?? t('missing', { count: missing, figure: number(missing) })}
            </Text>
          )}
        </div>
        <Button
          color="coins"
          variant={missing > 0 ? 'light' : 'filled'}
          disabled={obstacle !== null}
          onClick={onBuy}
          aria-label={t('buyThis', { name })}
        >
          {t('buy')}
        </Button>
      </Group>
    </Card>
  );
}
