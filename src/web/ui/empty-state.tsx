import { Stack, Text, Title, type TitleOrder } from '@mantine/core';
import type { ReactNode } from 'react';
import { InkDrop, type InkDropMood } from './ink-drop.tsx';

/** Shown for an empty list or page: the drop, a title, and an action. */
export function EmptyState({
  title,
  text,
  action,
  mood = 'asleep',
  titleOrder = 2,
}: {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  mood?: InkDropMood;
  titleOrder?: TitleOrder;
}) {
  return (
    <Stack align="center" gap="xs" px="md" py="xl">
      <InkDrop mood={mood} />
      <Title order={titleOrder} size={titleOrder === 1 ? 'h1' : 'h3'} ta="center">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" ta="center" maw="42ch">
          {text}
        </Text>
      )}
      {action && <Stack mt="sm">{action}</Stack>}
    </Stack>
  );
}
