import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { longestNotes, type ManagedClass, type ClassNotes as Notes, writeNotes } from '../../contract.ts';
import { notesQuery } from '../queries.ts';
import { ClassNotes } from './class-notes.tsx';
import { isEmptyRow, type NotesValues, PhraseFields, rowsOf } from './phrase-fields.tsx';

type Words = { liveClass: ManagedClass; onDone: () => void };

/** Writes the notes and phrases of a class, in its drawer. */
export function NotesForm({ liveClass, onDone }: Words) {
  const { data, error, refetch } = useQuery(notesQuery(liveClass.id));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <LoadingBlocks heights={['3rem']} times={4} gap="xs" />;
  return <Fields liveClass={liveClass} stored={data} onDone={onDone} />;
}

/** `stored` is what the server has now: it changes while another organiser writes, and the form says so. */
function Fields({ liveClass: { id, language }, stored, onDone }: Words & { stored: Notes }) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const opened = useRef(stored.version);
  const form = useForm<NotesValues>({
    initialValues: { notes: stored.notes ?? '', phrases: rowsOf(stored) },
    validate: {
      phrases: {
        phrase: (typed, { phrases }, path) => missing(typed, phrases[placeIn(path)]),
        meaning: (typed, { phrases }, path) => missing(typed, phrases[placeIn(path)]),
      },
    },
  });
  const missing = (typed: string, row: NotesValues['phrases'][number] | undefined) =>
    typed.trim() === '' && row && !isEmptyRow(row) ? t('notes.half') : null;
  const save = useMutation({
    mutationFn: ({ notes, phrases }: NotesValues) =>
      call(writeNotes, {
        params: { id },
        body: {
          notes: notes.trim() === '' ? null : notes.trim(),
          phrases: phrases
            .filter((row) => !isEmptyRow(row))
            .map(({ phrase, meaning }) => ({ phrase, meaning })),
          version: stored.version,
        },
      }),
    onSuccess: (written) => {
      queryClient.setQueryData(notesQuery(id).queryKey, written);
      toastSuccess(t('notes.done'));
      onDone();
    },
    onError: (error) => toastFailure(error, t('notes.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  const { notes, phrases } = form.values;
  const isBlank = notes.trim() === '' && phrases.every(isEmptyRow);

  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Text c="dimmed">{t('notes.emptyText')}</Text>
        {stored.version !== opened.current && (
          <Alert role="alert" color="cup" title={t('notes.theirs')}>
            <ClassNotes notes={stored} language={language} />
          </Alert>
        )}
        <Textarea
          data-autofocus
          label={t('notes.words')}
          description={t('notes.wordsText')}
          autosize
          minRows={4}
          maxLength={longestNotes}
          {...form.getInputProps('notes')}
        />
        <PhraseFields form={form} />
        <DialogActs>
          <Button variant="subtle" color="gray" onClick={onDone}>
            {t('notes.leave')}
          </Button>
          <Button
            type="submit"
            color="live"
            loading={save.isPending}
            disabled={isBlank && stored.version === 0}
          >
            {t('notes.save')}
          </Button>
        </DialogActs>
      </Stack>
    </form>
  );
}

/** `phrases.3.meaning`: 3. */
function placeIn(path: string): number {
  return Number(path.split('.')[1]);
}
