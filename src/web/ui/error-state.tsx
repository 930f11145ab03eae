import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CallError } from '../api/call-error.ts';
import { queryClient } from '../api/query-client.ts';
import { refusalText } from '../i18n/refusal-text.ts';
import { InkDrop } from './ink-drop.tsx';

/**
 * Shown when something could not be read: the reason and a retry, which also reads whatever else on the page failed.
 * `title` names what failed.
 */
export function ErrorState({
  error,
  title,
  titleOrder = 2,
  isPart = false,
  onRetry,
}: {
  error: unknown;
  title?: string;
  /** 1 where it stands in place of a page. */
  titleOrder?: 1 | 2;
  /** One of several parts of a page: without the drop, which would be there once for each that failed. */
  isPart?: boolean;
  onRetry?: () => void;
}) {
  const { t } = useTranslation('shell');
  const requestId = error instanceof CallError && error.status >= 500 ? error.requestId : undefined;
  const retry = () => {
    onRetry?.();
    // An outage mostly takes every part of a page. What is being read already is not asked for twice.
    void queryClient.refetchQueries(
      { type: 'active', predicate: ({ state: { error, data } }) => error !== null && !data },
      { cancelRefetch: false },
    );
  };
  return (
    <Stack role="alert" align="center" gap="xs" px="md" py="xl">
      {!isPart && <InkDrop mood="surprised" />}
      <Title order={titleOrder} size="h3" ta="center">
        {title ?? t('error.title')}
      </Title>
      <Text c="dimmed" ta="center" maw="42ch">
        {refusalText(error)}
      </Text>
      {requestId && (
        <Text c="dimmed" size="xs">
          {t('error.requestId', { requestId })}
        </Text>
      )}
      {onRetry && (
        <Button variant="default" mt="sm" onClick={retry}>
          {t('error.retry')}
        </Button>
      )}
    </Stack>
  );
}
