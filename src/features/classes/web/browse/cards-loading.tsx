import { Card, Skeleton, Stack } from '@mantine/core';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import styles from './card-grid.module.css';

/** Placeholders in the shape of class cards. */
export function CardsLoading({ count = 4 }: { count?: number }) {
  return (
    <Loading className={count > 1 ? styles.grid : undefined}>
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
    </Loading>
  );
}
