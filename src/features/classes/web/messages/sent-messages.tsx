import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#web/ui/error-state.tsx';
import { MessageList } from './message-list.tsx';
import { messagesQuery } from './messages-query.ts';

/** What was written to a class, for its organisers; nothing where there is none. */
export function SentMessages({ classId }: { classId: string }) {
  const { t } = useTranslation('classes');
  const { data, error, refetch } = useQuery(messagesQuery(classId));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data || data.items.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={700} id="sent-messages">
        {t('messages.title')}
      </Text>
      <MessageList messages={data.items} labelledBy="sent-messages" />
    </Stack>
  );
}
