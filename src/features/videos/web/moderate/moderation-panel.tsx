import { Button, Group, Stack, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useList } from '#web/api/use-list.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ClearFilters } from '#web/ui/lists/clear-filters.tsx';
import { foundIn } from '#web/ui/lists/found-status.tsx';
import { isEmptyList } from '#web/ui/lists/list-filters.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { type ModerationRow, mostAtOnce } from '../../contract.ts';
import { EditVideoDrawer } from './edit-video-drawer.tsx';
import { ModerationBar } from './moderation-bar.tsx';
import { ModerationCard } from './moderation-card.tsx';
import { isNarrowed, type ModerationFilters, moderationFilters } from './moderation-filters.ts';
import { moderationQuery, useBulkApproval } from './moderation-queries.ts';
import { RejectDialog } from './reject-dialog.tsx';

/** The moderation queue: an administrator watches, edits, approves or rejects each video. */
export function ModerationPanel() {
  const { t } = useTranslation('videos');
  const [filters, choose, clear] = useFilters(moderationFilters);
  const videos = useList(moderationQuery(filters));
  const [playing, setPlaying] = useState<string | null>(null);
  const [edited, setEdited] = useState<ModerationRow | null>(null);
  // As the list has it by now, while it does.
  const listed = edited && videos.items?.find(({ id }) => id === edited.id);
  const [refused, setRefused] = useState<ModerationRow | null>(null);
  // The videos that the question is about: the list is read again under it, and may have others by then.
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const shown = useLast(asked) ?? [];
  const approveAll = useBulkApproval(() => setAsked(null));

  const waiting = (videos.items ?? []).filter(({ status }) => status === 'pending').slice(0, mostAtOnce);

  return (
    <Stack gap="lg">
      <ModerationBar
        filters={filters}
        waiting={videos.query.data?.pages.at(-1)?.waiting}
        isEmpty={isEmptyList(videos)}
        found={foundIn(videos)}
        onFilter={choose}
      />
      {waiting.length > 1 && (
        <Group justify="space-between">
          <Text c="dimmed">{t('moderation.onScreen', { count: waiting.length })}</Text>
          <Button
            variant="default"
            leftSection={<IconChecks size="1.25rem" aria-hidden />}
            onClick={() => setAsked(waiting.map(({ id }) => id))}
          >
            {t('moderation.approveAll', { count: waiting.length })}
          </Button>
        </Group>
      )}
      <PagedList
        list={videos}
        failed={t('moderation.listFailed')}
        loading={<LoadingBlocks heights={['14rem', '14rem']} gap="md" />}
        empty={<NoVideos filters={filters} onClear={clear} />}
        more={t('saved.more')}
        gap="md"
      >
        {(items) =>
          items.map((video) => (
            <ModerationCard
              key={video.id}
              video={video}
              playing={playing === video.id}
              onPlay={() => setPlaying(video.id)}
              onEdit={() => setEdited(video)}
              onReject={() => setRefused(video)}
            />
          ))
        }
      </PagedList>
      <EditVideoDrawer
        video={listed ?? edited}
        hasLeft={edited !== null && videos.items !== undefined && !listed}
        onClose={() => setEdited(null)}
      />
      <RejectDialog video={refused} onClose={() => setRefused(null)} />
      <ConfirmDialog
        opened={asked !== null}
        title={t('moderation.approveAllTitle', { count: shown.length })}
        text={t('moderation.approveAllText')}
        confirmLabel={t('moderation.approveAll', { count: shown.length })}
        busy={approveAll.isPending}
        onConfirm={() => approveAll.mutate([...shown])}
        onClose={() => setAsked(null)}
      />
    </Stack>
  );
}

function NoVideos({ filters, onClear }: { filters: ModerationFilters; onClear: () => void }) {
  const { t } = useTranslation('videos');
  if (!isNarrowed(filters) && !filters.status) {
    return (
      <EmptyState
        title={t('moderation.empty')}
        text={t('moderation.emptyText')}
        action={
          <Button component={Link} to="?tab=channels" color="feed">
            {t('channels.add')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState mood="thinking" title={t('moderation.none')} action={<ClearFilters onClear={onClear} />} />
  );
}
