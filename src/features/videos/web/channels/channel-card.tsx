import { Anchor, Badge, Button, Card, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { type Channel, changeChannel } from '../../contract.ts';
import { VideoFacts } from '../video-facts.tsx';

/** A channel: what it teaches, its last sync and its last fault. */
export function ChannelCard({
  channel,
  onEdit,
  onRemove,
}: {
  channel: Channel;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('videos');
  const named = useNamed();
  const { moment } = useDates();
  const pause = useAct(
    (isActive: boolean) => call(changeChannel, { params: { id: channel.id }, body: { isActive } }),
    { stale: ['videos'], failed: t('failed') },
  );
  const { lastSyncedAt, lastError } = channel;
  return (
    <Card component="article" padding="md" aria-label={channel.title}>
      <Stack gap="xs">
        <Group justify="space-between" align="start">
          <Title order={3} size="h4">
            <Anchor
              href={`https://www.youtube.com/channel/${channel.sourceId}`}
              target="_blank"
              rel="noreferrer"
              inherit
            >
              {channel.title}
            </Anchor>
          </Title>
          <Switch
            label={t('channels.isOn')}
            aria-label={t('channels.isOnFor', { title: channel.title })}
            checked={channel.isActive}
            // One that is disabled meanwhile would lose the focus.
            aria-disabled={pause.isPending}
            onChange={() => pause.isPending || pause.mutate(!channel.isActive)}
          />
        </Group>
        <VideoFacts of={channel} />
        <Text size="sm" c="dimmed">
          {t('channels.videos', { count: channel.videos })}
          {' · '}
          {lastSyncedAt
            ? t('channels.lastSync', { moment: moment(lastSyncedAt) })
            : t('channels.neverSynced')}
        </Text>
        {lastError && (
          <Group>
            <Badge color="red">{t(`channels.faults.${lastError}`, { defaultValue: lastError })}</Badge>
          </Group>
        )}
        <Group gap="sm">
          <Button
            variant="default"
            size="sm"
            aria-label={named(t('moderation.edit'), channel.title)}
            onClick={onEdit}
          >
            {t('moderation.edit')}
          </Button>
          <Button
            variant="light"
            color="red"
            size="sm"
            aria-label={named(t('channels.remove'), channel.title)}
            onClick={onRemove}
          >
            {t('channels.remove')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
