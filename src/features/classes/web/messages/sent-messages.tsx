import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { MessageList } from './message-list.tsx';
import { messagesQuery } from './messages-query.ts';

/** What was written to a class, for its organisers; nothing where there is none. */
export function SentMessages({ classId }: { classId: string }) {
  const { t } = useTranslation('classes');
  const list = useList(messagesQuery(classId));
  const { items, query } = list;
  if (!items && query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!items || items.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={700} id="sent-messages">
        {t('messages.title')}
      </Text>
      <PagedList list={list} loading={null} empty={null} more={t('messages.earlier')} gap="sm">
        {(messages) => <MessageList messages={messages} labelledBy="sent-messages" />}
      </PagedList>
    </Stack>
  );
}
