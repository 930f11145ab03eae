import { Card, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { StoreItem } from '../contract.ts';
import { nextGoal } from '../rules.ts';
import styles from './store.module.css';

/** How far the balance is from the cheapest item that it does not pay yet. */
export function NextGoal({ items, balance }: { items: readonly StoreItem[]; balance: number }) {
  const { t } = useTranslation('store');
  const { number } = useFigures();
  const goal = nextGoal(items, balance);
  if (!goal) return null;
  const { price } = goal;
  const name = t(`items.${goal.id}.name`, { defaultValue: goal.id });
  return (
    <Card mb="lg">
      <Group justify="space-between" gap="xs" mb="xs">
        <Text fw={700} className={styles.words} flex="1 1 7rem">
          {t('goal.text', { name })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('goal.progress', { balance: number(balance), price: number(price) })}
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section
          value={(balance / price) * 100}
          color="coins"
          // Mantine's own text of the value is a percentage.
          withAria={false}
          role="progressbar"
          aria-label={t('goal.text', { name })}
          aria-valuemin={0}
          aria-valuemax={price}
          aria-valuenow={balance}
        />
      </Progress.Root>
    </Card>
  );
}
