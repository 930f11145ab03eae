import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { BrushStroke } from './brand/brush-stroke.tsx';
import type { Accent } from './palette.ts';

/** The top of a page: its one `h1`, a line under it, and what one can do here. */
export function PageHeader({
  title,
  text,
  actions,
  accent,
}: {
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  /** Underlines the title with the colour of what is done here. */
  accent?: Accent;
}) {
  return (
    <Group justify="space-between" align="end" gap="md" mb="lg">
      <Stack gap="xs" miw={0}>
        <div>
          <Title order={1}>{title}</Title>
          {accent && <BrushStroke accent={accent} />}
        </div>
        {text && <Text c="dimmed">{text}</Text>}
      </Stack>
      {actions && (
        <Group gap="sm" maw="100%">
          {actions}
        </Group>
      )}
    </Group>
  );
}
