import { Card, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './card-grid.module.css';

/** Placeholders in the shape of class cards. */
export function CardsLoading({ count = 4 }: { count?: number }) {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-label={t('loading')} className={count > 1 ? styles.grid : undefined}>
      {Array.from({ length: count }, (_, place) => (
        <Card key={place}>
          <Stack>
            <Skeleton h="1.5rem" w="45%" />
            <Skeleton h="1.5rem" w="80%" />
            <Skeleton h="1rem" w="60%" />
            <Skeleton h="4rem" />
            <Skeleton h="2.75rem" radius="xl" />
          </Stack>
        </Card>
      ))}
    </div>
  );
}
