import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthHeading, monthInWords } from '#shared/time/calendar-words.ts';
import { call } from '#web/api/call.ts';
import { useList } from '#web/api/use-list.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type CupBoard, putBackCupBoard } from '../../contract.ts';
import { boardHistoryQuery } from '../queries.ts';

/** The live board and earlier boards, each of which can be put back. */
export function BoardHistory() {
  const { t, i18n } = useTranslation('cup');
  const { number } = useFigures();
  const month = (month: string) => monthInWords(month, i18n.language);
  const history = useList(boardHistoryQuery);
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<CupBoard | null>(null);
  const shown = useLast(asked);
  const puttingBack = useMutation({
    mutationFn: (id: string) => call(putBackCupBoard, { params: { id } }),
    onSuccess: ({ count }) => toastSuccess(t('history.done'), t('page.people', { count, n: number(count) })),
    onError: (error) => toastFailure(error, t('history.failed')),
    onSettled: () => {
      setAsked(null);
      return queryClient.invalidateQueries({ queryKey: ['cup'] });
    },
  });
  return (
    <Stack component="section" aria-labelledby="history-title">
      <Title order={2} id="history-title">
        {t('history.title')}
      </Title>
      <PagedList
        list={history}
        failed={t('page.failed')}
        loading={<LoadingBlocks heights={['6rem']} />}
        empty={<EmptyState title={t('page.empty')} text={t('history.empty')} titleOrder={3} />}
        more={t('page.more')}
        gap="md"
      >
        {(boards) =>
          boards.map((board) => <BoardCard key={board.id} board={board} onPutBack={() => setAsked(board)} />)
        }
      </PagedList>
      <ConfirmDialog
        opened={asked !== null}
        title={t('history.confirmTitle')}
        text={
          shown &&
          t('history.confirmText', { month: month(shown.season), count: shown.rows, n: number(shown.rows) })
        }
        confirmLabel={t('history.putBack')}
        busy={puttingBack.isPending}
        onConfirm={() => asked && puttingBack.mutate(asked.id)}
        onClose={() => setAsked(null)}
      />
    </Stack>
  );
}

function BoardCard({ board, onPutBack }: { board: CupBoard; onPutBack: () => void }) {
  const { t, i18n } = useTranslation('cup');
  const named = useNamed();
  const { number } = useFigures();
  const { moment } = useDates();
  const by = board.publishedBy ?? t('history.someone');
  // Boards of several months can be published in one minute.
  const which = `${monthInWords(board.season, i18n.language)}, ${moment(board.publishedAt)}`;
  return (
    <Card component="article" padding="md">
      <Group justify="space-between" gap="md">
        <Stack gap="xs">
          <Group gap="xs">
            <Text fw={700}>{monthHeading(board.season, i18n.language)}</Text>
            <Badge color={board.status === 'live' ? 'cup' : 'gray'}>{t(`history.${board.status}`)}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {t('page.people', { count: board.rows, n: number(board.rows) })}
            {board.rejected > 0 &&
              ` · ${t('history.rejected', { count: board.rejected, n: number(board.rejected) })}`}
            {' · '}
            {t('history.published', { moment: moment(board.publishedAt), name: by })}
          </Text>
        </Stack>
        <Group gap="sm">
          <Button
            component="a"
            href={`/api/cup/boards/${board.id}/export`}
            download
            variant="default"
            aria-label={named(t('history.export'), which)}
            leftSection={<IconDownload size="1.25rem" aria-hidden />}
          >
            {t('history.export')}
          </Button>
          {board.status === 'archived' && (
            <Button variant="default" aria-label={named(t('history.putBack'), which)} onClick={onPutBack}>
              {t('history.putBack')}
            </Button>
          )}
        </Group>
      </Group>
    </Card>
  );
}
