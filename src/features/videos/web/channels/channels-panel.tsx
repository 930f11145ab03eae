import { Button, Card, Group, Stack, Title } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { call } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { type Channel, removeChannel, syncVideos } from '../../contract.ts';
import { channelsQuery } from '../moderate/moderation-queries.ts';
import { ChannelCard } from './channel-card.tsx';
import { ChannelForm } from './channel-form.tsx';
import { EditChannelDrawer } from './edit-channel-drawer.tsx';

const formId = 'channel-form';

/** The channels of the scheduled sync: add, pause and sync them. */
export function ChannelsPanel() {
  const { t } = useTranslation('videos');
  const queryClient = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(channelsQuery);
  const [edited, setEdited] = useState<Channel | null>(null);
  const [leaving, setLeaving] = useState<Channel | null>(null);
  const shown = useLast(leaving);
  const [adding, setAdding] = useState(false);
  const stale = () => queryClient.invalidateQueries({ queryKey: ['videos'] });
  const remove = useAct((id: string) => call(removeChannel, { params: { id } }), {
    stale: ['videos'],
    done: t('channels.removed'),
    failed: t('failed'),
    onDone: () => setLeaving(null),
  });
  return (
    <Stack gap="lg">
      <Stack component="section" aria-labelledby="channels-title">
        <Group justify="space-between">
          <Title order={2} size="h3" id="channels-title">
            {t('channels.listed')}
          </Title>
          <Group gap="sm">
            {data && data.items.length > 0 && <SyncButton />}
            <Button
              color="feed"
              variant={adding ? 'default' : 'filled'}
              leftSection={<IconPlus size="1.25rem" aria-hidden />}
              aria-expanded={adding}
              aria-controls={adding ? formId : undefined}
              onClick={() => setAdding(!adding)}
            >
              {t('channels.add')}
            </Button>
          </Group>
        </Group>
        {adding && (
          <Card component="section" id={formId} aria-labelledby="channel-form-title">
            <Title order={2} size="h3" id="channel-form-title" mb="md">
              {t('channels.add')}
            </Title>
            <ChannelForm onAdded={stale} />
          </Card>
        )}
        {isPending && <LoadingBlocks heights={['8rem']} />}
        {error && !data && (
          <ErrorState error={error} title={t('channels.failed')} onRetry={() => void refetch()} />
        )}
        {data?.items.length === 0 && (
          <EmptyState title={t('channels.empty')} text={t('channels.emptyText')} titleOrder={3} />
        )}
        {data?.items.map((channel) => (
          <ChannelCard
            key={channel.id}
            channel={channel}
            onEdit={() => setEdited(channel)}
            onRemove={() => setLeaving(channel)}
          />
        ))}
      </Stack>
      <EditChannelDrawer channel={edited} onClose={() => setEdited(null)} />
      <ConfirmDialog
        opened={leaving !== null}
        title={t('channels.removeTitle')}
        text={shown && t('channels.removeText', { title: shown.title })}
        confirmLabel={t('channels.remove')}
        danger
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate(leaving.id)}
        onClose={() => setLeaving(null)}
      />
    </Stack>
  );
}

/** Syncs all channels now, except those whose last sync is too recent. */
function SyncButton() {
  const { t } = useTranslation('videos');
  const userId = useAccount().account?.id;
  const sync = useAct((id: string) => call(syncVideos, { body: { userId: id } }), {
    stale: ['videos'],
    done({ imported, waiting, failed }) {
      const details = [
        failed > 0 && t('channels.syncFailed', { count: failed }),
        waiting > 0 && t('channels.syncWaiting', { count: waiting }),
      ].filter(Boolean);
      return [t('channels.synced', { count: imported }), details.join(' ')];
    },
    failed: t('failed'),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size="1.25rem" aria-hidden />}
      loading={sync.isPending}
      onClick={() => userId && sync.mutate(userId)}
    >
      {t('channels.sync')}
    </Button>
  );
}
