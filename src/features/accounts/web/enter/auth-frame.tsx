import { Box, Card, Container, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { InkDrop, type InkDropMood } from '#web/ui/ink-drop.tsx';

/** A page about signing in: the drop, a title, and a card with the form. `below` stands under the card. */
export function AuthFrame({
  title,
  text,
  mood = 'happy',
  compact = false,
  above,
  below,
  children,
}: {
  title: string;
  text?: ReactNode;
  mood?: InkDropMood;
  /** Leaves a phone's screen to the form. */
  compact?: boolean;
  above?: ReactNode;
  below?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Container size="xs" py={{ base: compact ? 'xs' : 'md', xs: 'xl' }}>
      <Stack gap={compact ? 'sm' : 'lg'}>
        <Stack gap="xs" align="center">
          <Box {...(compact && { visibleFrom: 'sm' })}>
            <InkDrop size="sm" mood={mood} />
          </Box>
          <Title order={1} ta="center">
            {title}
          </Title>
          {text && (
            <Text c="dimmed" ta="center" maw="100%" {...(compact && { visibleFrom: 'sm' })}>
              {text}
            </Text>
          )}
        </Stack>
        {above}
        {children && <Card padding={compact ? 'md' : 'lg'}>{children}</Card>}
        {below}
      </Stack>
    </Container>
  );
}
