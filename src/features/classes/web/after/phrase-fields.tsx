import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mostPhrases, type ClassNotes as Notes } from '../../contract.ts';
import styles from './class-notes.module.css';

type Row = { phrase: string; meaning: string; key: string };

/** The values of the form of notes. */
export type NotesValues = { notes: string; phrases: Row[] };

const emptyRow = (): Row => ({ phrase: '', meaning: '', key: randomId() });
export const isEmptyRow = ({ phrase, meaning }: Row) => phrase.trim() === '' && meaning.trim() === '';

/** The rows of what is stored, and one to write in while there is room. */
export function rowsOf({ phrases }: Notes): Row[] {
  const rows = phrases.map((each) => ({ ...each, key: randomId() }));
  return [...rows, emptyRow()].slice(0, mostPhrases);
}

/** The phrases of a class with their meanings, a row each; rows are added and removed. */
export function PhraseFields({ form }: { form: UseFormReturnType<NotesValues> }) {
  const { t } = useTranslation('classes');
  const rows = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { phrases } = form.values;

  function add() {
    form.insertListItem('phrases', emptyRow());
    // After React has drawn the row.
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLInputElement>(':scope > :last-child input')?.focus(),
    );
  }

  function remove(place: number) {
    form.removeListItem('phrases', place);
    // The focus goes to the row that follows, else to the button that adds one: the button that was pressed is gone.
    requestAnimationFrame(() => {
      const next = rows.current?.children[place]?.querySelector('input');
      (next ?? addButton.current)?.focus();
    });
  }

  return (
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
  );
}
