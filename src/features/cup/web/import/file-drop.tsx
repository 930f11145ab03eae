import { Text } from '@mantine/core';
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './file-drop.module.css';

/**
 * A drop zone for a file. An invisible native file input covers it, so that drops, the keyboard and screen readers
 * work as usual.
 */
export function FileDrop({
  files,
  onChoose,
}: {
  files: readonly File[];
  onChoose: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation('cup');
  const [over, setOver] = useState(false);
  const chosen = files.length > 0;
  const Icon = chosen ? IconFileSpreadsheet : IconFileUpload;
  return (
    <div className={styles.drop} data-over={over || undefined} data-chosen={chosen || undefined}>
      <Icon className={styles.icon} aria-hidden />
      <Text fw={700} ta="center" className={styles.name}>
        {chosen ? files.map(({ name }) => name).join(' · ') : t('admin.file.drop')}
      </Text>
      <Text c="dimmed" size="sm" ta="center">
        {t(chosen ? 'admin.file.other' : 'admin.file.limits')}
      </Text>
      <input
        type="file"
        multiple
        accept=".csv,.tsv,.txt,text/csv"
        className={styles.input}
        aria-label={t('admin.file.label')}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) onChoose([...currentTarget.files]);
          // Without this, choosing the same files again after a correction would fire no event.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
