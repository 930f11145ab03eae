import { ActionIcon, Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import {
  longestNotes,
  type ManagedClass,
  mostPhrases,
  type ClassNotes as Notes,
  writeNotes,
} from '../../contract.ts';
import { notesQuery } from '../queries.ts';
import styles from './class-notes.module.css';
import { ClassNotes } from './class-notes.tsx';

type Words = { liveClass: ManagedClass; onDone: () => void };

/** Writes the notes and phrases of a class, in its drawer. */
export function NotesForm({ liveClass, onDone }: Words) {
  const { data, error, refetch } = useQuery(notesQuery(liveClass.id));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <LoadingBlocks heights={['3rem']} times={4} gap="xs" />;
  return <Fields liveClass={liveClass} stored={data} onDone={onDone} />;
}

type Row = { phrase: string; meaning: string; key: string };
const emptyRow = (): Row => ({ phrase: '', meaning: '', key: randomId() });
const isEmpty = ({ phrase, meaning }: Row) => phrase.trim() === '' && meaning.trim() === '';

/** `stored` is what the server has now: it changes while another organiser writes, and the form says so. */
function Fields({ liveClass: { id }, stored, onDone }: Words & { stored: Notes }) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const opened = useRef(stored.version);
  const rows = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const form = useForm({
    initialValues: {
      notes: stored.notes ?? '',
      phrases: [...stored.phrases.map((each) => ({ ...each, key: randomId() })), emptyRow()].slice(
        0,
        mostPhrases,
      ),
    },
    validate: {
      phrases: {
        phrase: (typed, { phrases }, path) => missing(typed, phrases[placeIn(path)]),
        meaning: (typed, { phrases }, path) => missing(typed, phrases[placeIn(path)]),
      },
    },
  });
  const missing = (typed: string, row: Row | undefined) =>
    typed.trim() === '' && row && !isEmpty(row) ? t('notes.half') : null;
  const save = useMutation({
    mutationFn: ({ notes, phrases }: typeof form.values) =>
      call(writeNotes, {
        params: { id },
        body: {
          notes: notes.trim() === '' ? null : notes.trim(),
          phrases: phrases.filter((row) => !isEmpty(row)).map(({ phrase, meaning }) => ({ phrase, meaning })),
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
  const isBlank = notes.trim() === '' && phrases.every(isEmpty);

  function add() {
    form.insertListItem('phrases', emptyRow());
    // After React has drawn the row.
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLInputElement>(':scope > :last-child input')?.focus(),
    );
  }

  function remove(place: number) {
    form.removeListItem('phrases', place);
    // To the row that follows, or else to the button that adds one: the button that was pressed is gone.
    requestAnimationFrame(() => {
      const next = rows.current?.children[place]?.querySelector('input');
      (next ?? addButton.current)?.focus();
    });
  }

  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Text c="dimmed">{t('notes.emptyText')}</Text>
        {stored.version !== opened.current && (
          <Alert color="cup" title={t('notes.theirs')}>
            <ClassNotes notes={stored} />
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
        <Stack gap="sm" component="fieldset" className={styles.set}>
          <legend className={styles.legend}>{t('notes.phrases')}</legend>
          <Stack gap="sm" ref={rows}>
            {phrases.map(({ key }, place) => (
              <div key={key} className={styles.row}>
                <div className={styles.fields}>
                  <TextInput
                    aria-label={t('notes.phraseOf', { number: place + 1 })}
                    placeholder={t('notes.phrase')}
                    maxLength={200}
                    {...form.getInputProps(`phrases.${place}.phrase`)}
                  />
                  <TextInput
                    aria-label={t('notes.meaningOf', { number: place + 1 })}
                    placeholder={t('notes.meaning')}
                    maxLength={300}
                    {...form.getInputProps(`phrases.${place}.meaning`)}
                  />
                </div>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="2.75rem"
                  aria-label={t('notes.removeOf', { number: place + 1 })}
                  onClick={() => remove(place)}
                >
                  <IconTrash size="1.25rem" aria-hidden />
                </ActionIcon>
              </div>
            ))}
          </Stack>
          {phrases.length < mostPhrases ? (
            <div>
              <Button
                ref={addButton}
                variant="default"
                leftSection={<IconPlus size="1.25rem" aria-hidden />}
                onClick={add}
              >
                {t('notes.add')}
              </Button>
            </div>
          ) : (
            <Text size="sm" c="dimmed">
              {t('notes.most', { count: mostPhrases })}
            </Text>
          )}
        </Stack>
        <Group justify="flex-end">
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
        </Group>
      </Stack>
    </form>
  );
}

/** `phrases.3.meaning`: 3. */
function placeIn(path: string): number {
  return Number(path.split('.')[1]);
}
