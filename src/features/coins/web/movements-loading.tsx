import { Skeleton, Stack } from '@mantine/core';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import { RowList } from '#web/ui/lists/row-list.tsx';
import styles from './movement-list.module.css';

/** The shape of movements that are on their way. */
export function MovementsLoading() {
  return (
    <Loading gap={0}>
      <Skeleton h="1.25rem" w="9rem" mb="sm" />
      <RowList as="div">
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
      </RowList>
    </Loading>
  );
}
