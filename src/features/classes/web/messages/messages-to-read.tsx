import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportButton } from '#features/reports/web/report-button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { MessageList } from './message-list.tsx';
import { messagesQuery } from './messages-query.ts';

/** So much of a message names its button to screen readers. */
const named = 60;

/** What the organisers of a class wrote, for a student with a seat. */
export function MessagesToRead({ classId, titleOrder }: { classId: string; titleOrder: 2 | 3 }) {
  const { t } = useTranslation('classes');
  const titleId = useId();
  const { data, error, refetch } = useQuery(messagesQuery(classId));
  if (data?.items.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby={titleId} gap="sm" mt="md">
      <Title order={titleOrder} size="h4" id={titleId}>
        {t('messages.toRead')}
      </Title>
      {data ? (
        <MessageList
          messages={data.items}
          labelledBy={titleId}
          act={({ id, words }) => (
            <ReportButton kind="message" subject={id} title={words.slice(0, named)} look="icon" />
          )}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <LoadingBlocks heights={['3rem']} times={1} gap="xs" />
      )}
    </Stack>
  );
}
