import { Button, Flex, Group, Stack } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '#web/api/use-mutation.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import type { Feed } from '../contract.ts';
import { FeedAddress } from './feed-address.tsx';

type Ask = 'renew' | 'revoke';

/** A feed as its owner manages it. `renew` gives it a new address, `revoke` takes the address away. */
export function FeedPanel({
  feed,
  empty,
  renew,
  revoke,
}: {
  feed: Feed;
  /** Shown with the button that makes an address, while there is none. */
  empty?: { title: string; text: string };
  renew: () => Promise<Feed>;
  revoke: () => Promise<Feed>;
}) {
  const { t } = useTranslation('calendar');
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Ask | null>(null);
  const renewing = useLast(asked) === 'renew';
  const change = useMutation({
    mutationFn: (ask: Ask) => (ask === 'renew' ? renew() : revoke()),
    onSuccess: (_, ask) => toastSuccess(t(ask === 'renew' ? 'address.renewed' : 'address.revoked')),
    onError: (error) =>
      toastFailure(error, t(feed.path === null ? 'address.createFailed' : 'address.failed')),
    onSettled: () => {
      setAsked(null);
      return queryClient.invalidateQueries({ queryKey: ['calendar'] });
    },
  });
  if (feed.path === null) {
    const create = (
      <Button
        loading={change.isPending}
        leftSection={<IconCalendarPlus size="1.25rem" aria-hidden />}
        onClick={() => change.mutate('renew')}
      >
        {t('address.create')}
      </Button>
    );
    return empty ? <EmptyState {...empty} action={create} /> : <Group>{create}</Group>;
  }
  return (
    <Stack gap="lg">
      <FeedAddress path={feed.path} createdAt={feed.createdAt} />
      <Flex direction={{ base: 'column', xs: 'row' }} wrap="wrap" gap="sm">
        <Button variant="default" onClick={() => setAsked('renew')}>
          {t('address.renew')}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setAsked('revoke')}>
          {t('address.revoke')}
        </Button>
      </Flex>
      <ConfirmDialog
        opened={asked !== null}
        title={t(renewing ? 'address.renewTitle' : 'address.revokeTitle')}
        text={t(renewing ? 'address.renewText' : 'address.revokeText')}
        confirmLabel={t(renewing ? 'address.renew' : 'address.revoke')}
        danger={!renewing}
        busy={change.isPending}
        onConfirm={() => asked && change.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </Stack>
  );
}
