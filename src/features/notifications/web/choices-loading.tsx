import { Card, Group, Skeleton, Stack } from '@mantine/core';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import { noticeTopics } from '../rules.ts';
import styles from './choices.module.css';

/** The choices in their shape while they are read: what is said of this device, and a row for each topic. */
export function ChoicesLoading() {
  return (
    <Loading gap="lg">
      <Card>
        <Skeleton h="1.625rem" w="12rem" maw="100%" mb="md" />
        <DeviceLoading />
      </Card>
      <Card>
        <Skeleton h="1.625rem" w="12rem" maw="100%" mb="md" />
        <div className={styles.choices}>
          {noticeTopics.map((topic) => (
            <Group
              key={topic}
              h={{ base: '5.875rem', sm: '4.6875rem' }}
              wrap="nowrap"
              justify="space-between"
              align="start"
              className={styles.choice}
            >
              <Stack gap="xs" flex="1">
                <Skeleton h="1rem" w="10rem" maw="70%" />
                <Skeleton h="0.875rem" w="18rem" maw="90%" />
              </Stack>
              <Skeleton flex="none" h="1.5rem" w="2.875rem" radius="xl" />
            </Group>
          ))}
        </div>
      </Card>
    </Loading>
  );
}

/** Stands for what is said of this device. */
export function DeviceLoading() {
  return <Skeleton h={{ base: '8rem', sm: '6rem' }} radius="md" />;
}
