import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CallError } from '../api/call-error.ts';
import { refusalText } from '../i18n/refusal-text.ts';
import { InkDrop } from './ink-drop.tsx';

/** Shown when something could not be read: the reason and a retry. `title` names what failed. */
export function ErrorState({
  error,
  title,
  titleOrder = 2,
  onRetry,
}: {
  error: unknown;
  title?: string;
  /** 1 where it stands in place of a page. */
  titleOrder?: 1 | 2;
  onRetry?: () => void;
}) {
  const { t } = useTranslation('shell');
  const requestId = error instanceof CallError && error.status >= 500 ? error.requestId : undefined;
  return (
    <Stack role="alert" align="center" gap="xs" px="md" py="xl">
      <InkDrop mood="surprised" />
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
        <Button variant="default" mt="sm" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </Stack>
  );
}
