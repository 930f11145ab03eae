import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyText } from '#web/ui/copy-text.tsx';
import { LinkedText } from '#web/ui/written-text/linked-text.tsx';
import type { ClassNotes as Notes } from '../../contract.ts';
import styles from './class-notes.module.css';

/** Notes and phrases as they are read. */
export function ClassNotes({
  notes: { notes, phrases },
  language,
  titleOrder = 4,
}: {
  notes: Pick<Notes, 'notes' | 'phrases'>;
  /** That of the class, in which the phrases are. */
  language: string | null;
  titleOrder?: 3 | 4;
}) {
  const { t } = useTranslation('classes');
  return (
    <Stack gap="md">
      {notes && <LinkedText text={notes} />}
      {phrases.length > 0 && (
        <Stack gap="xs">
          <Title order={titleOrder} size="h5">
            {t('notes.phrases')}
          </Title>
          <dl className={styles.phrases}>
            {phrases.map(({ phrase, meaning }, place) => (
              <div key={place}>
                <dt lang={language ?? undefined} translate="no">
                  {phrase}
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <div>
            <CopyText
              text={phrases.map(({ phrase, meaning }) => `${phrase} – ${meaning}`).join('\n')}
              label={t('notes.copy')}
              copiedLabel={t('notes.copied')}
            />
          </div>
        </Stack>
      )}
    </Stack>
  );
}

/** Whether there is anything to read. */
export function isWritten({ notes, phrases }: Pick<Notes, 'notes' | 'phrases'>): boolean {
  return notes !== null || phrases.length > 0;
}
