import { Card, Container, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { InkDrop, type InkDropMood } from '#web/ui/ink-drop.tsx';

/** A page about signing in: the drop, what it is about, and a card to act in. `below` stands under the card. */
export function AuthFrame({
  title,
  text,
  mood = 'happy',
  above,
  below,
  children,
}: {
  title: string;
  text?: ReactNode;
  mood?: InkDropMood;
  above?: ReactNode;
  below?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Container size="xs" py="xl">
      <Stack gap="lg">
        <Stack gap="xs" align="center">
          <InkDrop size="sm" mood={mood} />
          <Title order={1} ta="center">
            {title}
          </Title>
          {text && (
            <Text c="dimmed" ta="center" maw="100%">
              {text}
            </Text>
          )}
        </Stack>
        {above}
        {children && <Card>{children}</Card>}
        {below}
      </Stack>
    </Container>
  );
}
