import { Skeleton, Stack } from '@mantine/core';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import styles from './notices.module.css';

/** The shape of notices that are on their way. */
export function NoticesLoading() {
  return (
    <Loading gap={0}>
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className={styles.notice}>
          <Skeleton circle h="2.75rem" w="2.75rem" />
          <Stack gap="xs">
            <Skeleton h="1rem" />
            <Skeleton h="0.75rem" w="40%" />
          </Stack>
        </div>
      ))}
    </Loading>
  );
}
