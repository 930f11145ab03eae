import { List, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import styles from './import-preview.module.css';
import type { Preview } from './use-import.ts';

/** How many rows each file brings; nothing for a single file. */
export function FilesRead({ preview, fileNames }: { preview: Preview; fileNames: readonly string[] }) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  if (preview.files.length < 2) return null;
  return (
    <Stack gap="xs" component="section">
      <Title order={3}>{t('preview.files')}</Title>
      <List spacing="xs">
        {preview.files.map(({ rows, rejected }, index) => (
          <List.Item key={`${index} ${fileNames[index]}`} className={styles.fileName}>
            {fileNames[index]}: {t('preview.fileRows', { count: rows, n: number(rows) })}
            {rejected > 0 && ` · ${t('history.rejected', { count: rejected, n: number(rejected) })}`}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
