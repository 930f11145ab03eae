import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { importEvents } from '#features/calendar/contract.ts';
import { call } from '#web/api/call.ts';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';

/** Makes classes of what stands in the outside calendar and is none yet. */
export function SyncButton() {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const { account: reader } = useAccount();
  const sync = useMutation({
    mutationFn: (userId: string) => call(importEvents, { body: { userId } }),
    onSuccess: ({ imported, skipped }) => {
      const counts = [t('sync.imported', { count: imported }), t('sync.skipped', { count: skipped })];
      toastSuccess(t('sync.done'), counts.join(' · '));
    },
    onError: (error) => toastFailure(error, t('sync.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size="1.25rem" aria-hidden />}
      loading={sync.isPending}
      disabled={!reader}
      onClick={() => reader && sync.mutate(reader.id)}
    >
      {t('sync.open')}
    </Button>
  );
}
