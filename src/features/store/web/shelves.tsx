import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { groupBy } from '#shared/group-by.ts';
import type { StoreCategory, StoreItem } from '../contract.ts';
import { ItemCard } from './item-card.tsx';
import styles from './store.module.css';

/** The catalogue by category, in the order the server gives. Categories of one item share a row. */
export function Shelves({
  items,
  balance,
  onBuy,
}: {
  items: readonly StoreItem[];
  balance: number | null;
  onBuy: (item: StoreItem) => void;
}) {
  const { t } = useTranslation('store');
  const byCategory = groupBy(items, ({ category }): StoreCategory => category);
  return (
    <div className={styles.grid}>
      {[...byCategory].map(([category, ofIt]) => (
        <section key={category} className={ofIt.length > 1 ? styles.wide : styles.narrow}>
          <Title order={2} size="h3" mb="sm">
            {t(`categories.${category}`)}
          </Title>
          <div className={styles.grid}>
            {ofIt.map((item) => (
              <ItemCard key={item.id} item={item} balance={balance} onBuy={() => onBuy(item)} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
