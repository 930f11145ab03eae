import { Card, Group, Skeleton, Stack } from '@mantine/core';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import styles from './store.module.css';

/** The skeleton of the catalogue while it loads. */
export function ShelvesLoading() {
  return (
    <Loading gap={0}>
      <Skeleton h="1.5rem" w="8rem" mb="sm" />
      <div className={styles.grid}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
          <Card key={place}>
            <Group wrap="nowrap" align="start" mb="md">
              <Skeleton h="3.25rem" w="3.25rem" radius="lg" />
              <Stack gap="xs" className={styles.words}>
                <Skeleton h="1.25rem" w="70%" />
                <Skeleton h="0.875rem" />
                <Skeleton h="0.875rem" w="60%" />
              </Stack>
            </Group>
            <Group justify="space-between">
              <Skeleton h="1.75rem" w="5rem" />
              <Skeleton h="2.875rem" w="7rem" radius="xl" />
            </Group>
          </Card>
        ))}
      </div>
    </Loading>
  );
}
