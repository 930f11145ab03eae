import { Stack, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportButton } from '#features/reports/web/report-button.tsx';
import { useList } from '#web/api/use-list.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { MessageList } from './message-list.tsx';
import { messagesQuery } from './messages-query.ts';

/** So much of a message names its button to screen readers. */
const named = 60;

/** What the organisers of a class wrote, for a student with a seat. */
export function MessagesToRead({ classId, titleOrder }: { classId: string; titleOrder: 2 | 3 }) {
  const { t } = useTranslation('classes');
  const titleId = useId();
  const list = useList(messagesQuery(classId));
  if (list.items?.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby={titleId} gap="sm" mt="md">
      <Title order={titleOrder} size="h4" id={titleId}>
        {t('messages.toRead')}
      </Title>
      <PagedList
        list={list}
        loading={<LoadingBlocks heights={['3rem']} times={1} gap="xs" />}
        empty={null}
        more={t('messages.earlier')}
        gap="sm"
      >
        {(messages) => (
          <MessageList
            messages={messages}
            labelledBy={titleId}
            act={({ id, words }) => (
              <ReportButton kind="message" subject={id} title={words.slice(0, named)} look="icon" />
            )}
          />
        )}
      </PagedList>
    </Stack>
  );
}
