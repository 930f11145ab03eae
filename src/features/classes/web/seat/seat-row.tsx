import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The reader's state in a class, in words, beside its one action. */
export function SeatRow({ icon, says, children }: { icon: ReactNode; says: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap">
        {icon}
        <Text size="sm">{says}</Text>
      </Group>
      {children}
    </Group>
  );
}
