import { Alert, Button, Group, Text } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '../i18n/use-dates.ts';
import { onShownSince, readShownSince } from './kept-answers.ts';

/** Says that the page is one of the past, and from when, while there is no connection. */
export function OfflineBanner() {
  const { t } = useTranslation('shell');
  const dates = useDates();
  const queryClient = useQueryClient();
  const asking = useIsFetching() > 0;
  const since = useSyncExternalStore(onShownSince, readShownSince, () => null);
  if (!since) return null;
  return (
    <Alert role="status" color="gray" mb="sm" icon={<IconWifiOff aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text>{t('offline', { moment: dates.moment(since) })}</Text>
        <Button
          variant="default"
          size="sm"
          loading={asking}
          onClick={() => queryClient.refetchQueries({ type: 'active' })}
        >
          {t('error.retry')}
        </Button>
      </Group>
    </Alert>
  );
}
