import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './movement-list.module.css';

/** The shape of movements that are on their way. */
export function MovementsLoading() {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton h="1.25rem" w="9rem" mb="sm" />
      <div className={styles.list}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <div key={place} className={styles.row}>
            <Skeleton circle h="2.75rem" />
            <Stack gap="xs" className={styles.words}>
              <Skeleton h="1rem" w="50%" />
              <Skeleton h="0.75rem" w="75%" />
            </Stack>
            <Skeleton h="1.25rem" w="3rem" />
          </div>
        ))}
      </div>
    </div>
  );
}
