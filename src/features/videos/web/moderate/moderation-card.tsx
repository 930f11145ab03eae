import { Alert, Anchor, Badge, Button, Card, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import type { ModerationRow, VideoChange } from '../../contract.ts';
import { StatusBadge } from '../status-badge.tsx';
import { VideoFacts } from '../video-facts.tsx';
import classes from './moderation-card.module.css';
import { useDecision, useVideoChange } from './moderation-queries.ts';
import { VideoPreview } from './video-preview.tsx';

/** One video of the moderation queue: its player, its fields, its origin and the decisions. */
export function ModerationCard({
  video,
  playing,
  onPlay,
  onEdit,
  onReject,
}: {
  video: ModerationRow;
  playing: boolean;
  onPlay: () => void;
  onEdit: () => void;
  onReject: () => void;
}) {
  const { t } = useTranslation('videos');
  const decision = useDecision();
  const change = useVideoChange();
  const { id, status, isActive, isSponsored } = video;
  // A switch that is disabled meanwhile would lose the focus.
  const isBusy = change.isPending;
  const save = (what: VideoChange) => isBusy || change.mutate({ id, ...what });
  const approved = status === 'approved';
  // Until the approval it is a choice of this screen, which goes with the approval.
  const [chosen, setChosen] = useState(false);
  const isForKids = approved ? video.isForKids : chosen;
  const named = useNamed();
  /** The cards of a page have the same buttons. */
  const ofVideo = (act: string) => ({ 'aria-label': named(act, video.title) });
  return (
    <Card component="article" padding="md" aria-label={video.title}>
      <div className={classes.card}>
        <VideoPreview video={video} playing={playing} onPlay={onPlay} />
        <Stack gap="xs" className={classes.words}>
          <Origin video={video} isForKids={isForKids} />
          <Title order={2} size="h4">
            {video.title}
          </Title>
          <VideoFacts of={video} />
          {video.description && (
            <Text size="sm" lineClamp={3}>
              {video.description}
            </Text>
          )}
          {video.sourceUrl && (
            <Anchor href={video.sourceUrl} target="_blank" rel="noreferrer" size="sm">
              {t('proposals.watchThere', { source: t(`sources.${video.source}`) })}
            </Anchor>
          )}
          <Remarks video={video} />
          <Group gap="lg">
            <Switch
              label={t('moderation.isOn')}
              {...ofVideo(t('moderation.isOn'))}
              checked={isActive}
              aria-disabled={isBusy}
              onChange={() => save({ isActive: !isActive })}
            />
            <Switch
              label={t('player.sponsored')}
              {...ofVideo(t('player.sponsored'))}
              checked={isSponsored}
              aria-disabled={isBusy}
              onChange={() => save({ isSponsored: !isSponsored })}
            />
            <Switch
              label={t('moderation.forKids')}
              {...ofVideo(t('moderation.forKids'))}
              checked={isForKids}
              disabled={isSponsored && !isForKids}
              aria-disabled={approved && isBusy}
              onChange={() => (approved ? save({ isForKids: !isForKids }) : setChosen(!isForKids))}
            />
          </Group>
          <Group gap="sm" className={classes.actions}>
            {!approved && (
              <Button
                {...ofVideo(t('moderation.approve'))}
                color="green"
                leftSection={<IconCheck size="1.25rem" aria-hidden />}
                loading={decision.isPending}
                onClick={() =>
                  decision.mutate({
                    video,
                    from: status,
                    to: 'approved',
                    isForKids: isForKids && !isSponsored,
                  })
                }
              >
                {t('moderation.approve')}
              </Button>
            )}
            {status !== 'rejected' && (
              <Button
                {...ofVideo(t('moderation.reject'))}
                variant="light"
                color="red"
                leftSection={<IconX size="1.25rem" aria-hidden />}
                onClick={onReject}
              >
                {t('moderation.reject')}
              </Button>
            )}
            <Button
              {...ofVideo(t('moderation.edit'))}
              variant="default"
              leftSection={<IconPencil size="1.25rem" aria-hidden />}
              onClick={onEdit}
            >
              {t('moderation.edit')}
            </Button>
          </Group>
        </Stack>
      </div>
    </Card>
  );
}

/** Its status, whom it is for, and who brought it when. */
function Origin({ video, isForKids }: { video: ModerationRow; isForKids: boolean }) {
  const { t } = useTranslation('videos');
  const { moment } = useDates();
  const approved = video.status === 'approved';
  const brought = video.proposedBy ?? video.channel;
  return (
    <Group gap="xs">
      <StatusBadge video={video} />
      {video.isSponsored && <Badge color="coins">{t('player.sponsored')}</Badge>}
      {approved && isForKids && <Badge color="teach">{t('moderation.forKids')}</Badge>}
      {!approved && video.proposedForKids && <Badge color="teach">{t('moderation.proposedForKids')}</Badge>}
      <Text size="sm" c="dimmed">
        {brought
          ? t(video.proposedBy ? 'moderation.proposedBy' : 'moderation.fromChannel', {
              name: brought,
              moment: moment(video.createdAt),
            })
          : moment(video.createdAt)}
      </Text>
    </Group>
  );
}

/** Why it was rejected, what became of it at its source, and who decided. */
function Remarks({ video }: { video: ModerationRow }) {
  const { t } = useTranslation('videos');
  const { moment } = useDates();
  return (
    <>
      {video.reason && <Alert color="red">{video.reason}</Alert>}
      {video.goneAs && video.goneAt && (
        <Alert color="coins">
          {t(`moderation.gone.${video.goneAs}`, {
            source: t(`sources.${video.source}`),
            moment: moment(video.goneAt),
          })}
        </Alert>
      )}
      {video.moderatedAt && video.moderatedBy && (
        <Text size="sm" c="dimmed">
          {t('moderation.decidedBy', { name: video.moderatedBy, moment: moment(video.moderatedAt) })}
        </Text>
      )}
    </>
  );
}
