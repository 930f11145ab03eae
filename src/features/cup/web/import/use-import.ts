import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#shared/operation.ts';
import { monthInWords } from '#shared/time/calendar-words.ts';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { toastFailure, toastNews, toastSuccess } from '#web/ui/toasts/toast.ts';
import { boardChanged, commitCupImport, discardCupImport, type previewCupImport } from '../../contract.ts';
import { type AssignedColumns, sendRankingFiles } from '../queries.ts';

export type Preview = AnswerOf<typeof previewCupImport>;
type AskedReview = { season: string; files: readonly File[]; columns?: AssignedColumns };

/** One import from the files to the published board: `review`, then `publish` or `discard`. */
export function useImport() {
  const { t, i18n } = useTranslation('cup');
  const { number } = useFigures();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<AskedReview | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);

  const reviewing = useMutation({
    mutationFn: sendRankingFiles,
    onSuccess: setPreview,
    onError: (error) => toastFailure(error, t('admin.failed')),
  });
  const publishing = useMutation({
    mutationFn: (id: string) => call(commitCupImport, { params: { id } }),
    onSuccess: ({ count, season, live }) => {
      const said = { count, n: number(count), month: monthInWords(season, i18n.language) };
      toastSuccess(
        t(live ? 'admin.done' : 'admin.archived', said),
        t(live ? 'admin.doneText' : 'admin.archivedText', said),
      );
      setPreview(null);
      setAsked(null);
      queryClient.invalidateQueries({ queryKey: ['cup'] });
    },
    onError: (error) => {
      if (!isRefusal(error, boardChanged.code) || !asked) {
        toastFailure(error, t('admin.failed'));
        return;
      }
      // Another administrator published first: preview the same files again against the board that is live now.
      toastNews(t('admin.changedMeanwhile'), t('admin.changedMeanwhileText'));
      reviewing.mutate(asked);
    },
  });
  const discarding = useMutation({
    mutationFn: (id: string) => call(discardCupImport, { params: { id } }),
  });

  return {
    preview,
    /** What the preview is of; after `discard` what it was of. */
    asked,
    fileNames: asked?.files.map(({ name }) => name) ?? [],
    isReviewing: reviewing.isPending,
    isPublishing: publishing.isPending,
    review(next: AskedReview) {
      setAsked(next);
      reviewing.mutate(next);
    },
    publish() {
      if (preview) publishing.mutate(preview.boardId);
    },
    /** Previews the same files again with the assigned columns. The draft stays until there is another one. */
    assign(columns: AssignedColumns) {
      if (!asked || !preview) return;
      const next = { ...asked, columns };
      reviewing.mutate(next, {
        onSuccess() {
          setAsked(next);
          discarding.mutate(preview.boardId);
        },
      });
    },
    /**
     * Discards the draft and returns to the form, which keeps the month and the files. The server would delete the
     * draft after a day anyway.
     */
    discard() {
      if (preview) discarding.mutate(preview.boardId);
      setPreview(null);
    },
  };
}

export type ImportDraft = ReturnType<typeof useImport>;
