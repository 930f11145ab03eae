import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { monthInWords } from '#shared/time/calendar-words.ts';
import { enumerate } from '#web/i18n/enumerate.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ChangedExamples } from './changed-examples.tsx';
import { ColumnsFound } from './columns-found.tsx';
import { FilesRead } from './files-read.tsx';
import styles from './import-preview.module.css';
import { ImportWarnings } from './import-warnings.tsx';
import { LiveBeside } from './live-beside.tsx';
import { MisreadValues } from './misread-values.tsx';
import { RejectedRows } from './rejected-rows.tsx';
import { RepeatedRows } from './repeated-rows.tsx';
import { SampleRows } from './sample-rows.tsx';
import type { ImportDraft, Preview } from './use-import.ts';

/** The preview of a file: its rows and what publishing would change. Publishing needs a confirmation. */
export function ImportPreview({
  preview,
  fileNames,
  draft,
}: {
  preview: Preview;
  fileNames: readonly string[];
  draft: ImportDraft;
}) {
  const { t, i18n } = useTranslation('cup');
  const { number, percentage } = useFigures();
  const month = (month: string) => monthInWords(month, i18n.language);
  const [asking, dialog] = useDisclosure();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone: a screen reader continues at this heading.
  useEffect(() => heading.current?.focus(), []);
  const { rows, rejected, changes } = preview;
  const tiles = [
    ['rows', rows],
    ['rejected', rejected.length],
    ['added', changes.added],
    ['changed', changes.changed],
    ['removed', changes.removed],
    ['unchanged', changes.unchanged],
  ] as const;
  // How many are on the board now.
  const before = changes.removed + changes.changed + changes.unchanged;
  const leaving =
    changes.removed > 0 &&
    t('preview.leaving', {
      count: changes.removed,
      n: number(changes.removed),
      share: percentage((changes.removed / before) * 100),
    });
  const isUnknown = preview.warnings.some(({ code }) => code === 'by-position' || code === 'no-header');
  // Where the warning tells of headers that were not recognised, what mends it stands below it.
  const columns = <ColumnsFound key={preview.boardId} preview={preview} open={isUnknown} draft={draft} />;
  const publish = { count: rows, n: number(rows), month: month(preview.season) };

  return (
    <Card component="section" aria-labelledby="preview-title" className={styles.card}>
      <Stack gap="lg">
        <div>
          <Title order={2} id="preview-title" ref={heading} tabIndex={-1} className={styles.heading}>
            {t('preview.title', { month: month(preview.season) })}
          </Title>
          <Text c="dimmed" className={styles.fileName}>
            {fileNames.join(' · ')}
          </Text>
        </div>
        <dl className={styles.tiles}>
          {tiles.map(([name, value]) => (
            <div key={name} className={styles.tile} data-name={name} data-some={value > 0 || undefined}>
              <dt>{t(`preview.${name}`)}</dt>
              <dd>{number(value)}</dd>
            </div>
          ))}
        </dl>
        {preview.extras.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('preview.unknownColumns', { names: enumerate(preview.extras, i18n.language) })}
          </Text>
        )}
        <FilesRead preview={preview} fileNames={fileNames} />
        <ImportWarnings preview={preview} fileNames={fileNames} />
        {isUnknown && columns}
        <LiveBeside preview={preview} />
        <ChangedExamples examples={preview.examples} />
        {rejected.length > 0 && (
          <RejectedRows rejected={rejected} season={preview.season} fileNames={fileNames} />
        )}
        {preview.misread.length > 0 && <MisreadValues misread={preview.misread} fileNames={fileNames} />}
        {preview.repeated.length > 0 && <RepeatedRows repeated={preview.repeated} fileNames={fileNames} />}
        {rows > 0 && <SampleRows preview={preview} />}
        {!isUnknown && columns}
        <Group className={styles.acts}>
          <Button
            color="cup"
            disabled={rows === 0}
            loading={draft.isPublishing || draft.isReviewing}
            onClick={dialog.open}
          >
            {t('preview.publish', publish)}
          </Button>
          <Button variant="default" onClick={draft.discard} disabled={draft.isPublishing}>
            {t('preview.discard')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asking}
        title={t('preview.confirmTitle')}
        text={
          <>
            {preview.staysLive
              ? t('preview.confirmArchive', { ...publish, live: month(preview.staysLive) })
              : t('preview.confirmText', publish)}{' '}
            {leaving}
          </>
        }
        danger={changes.removed > 0}
        confirmLabel={t('preview.confirm')}
        onConfirm={() => {
          dialog.close();
          draft.publish();
        }}
        onClose={dialog.close}
      />
    </Card>
  );
}
