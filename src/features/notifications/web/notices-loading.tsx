import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './notices.module.css';

/** The shape of notices that are on their way. */
export function NoticesLoading() {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className={styles.notice}>
          <Skeleton circle h="2.75rem" w="2.75rem" />
          <Stack gap="xs" className={styles.words}>
            <Skeleton h="1rem" />
            <Skeleton h="0.75rem" w="40%" />
          </Stack>
        </div>
      ))}
    </div>
  );
}
