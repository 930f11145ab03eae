import { Text } from '@mantine/core';
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './file-drop.module.css';

/**
 * A drop zone for a file. An invisible native file input covers it, so that drops, the keyboard and screen readers
 * work as usual.
 */
export function FileDrop({ file, onChoose }: { file: File | null; onChoose: (file: File) => void }) {
  const { t } = useTranslation('cup');
  const [over, setOver] = useState(false);
  const Icon = file ? IconFileSpreadsheet : IconFileUpload;
  return (
    <div className={styles.drop} data-over={over || undefined} data-chosen={file !== null || undefined}>
      <Icon className={styles.icon} aria-hidden />
      <Text fw={700} ta="center" className={styles.name}>
        {file ? file.name : t('admin.file.drop')}
      </Text>
      <Text c="dimmed" size="sm" ta="center">
        {file ? t('admin.file.other') : t('admin.file.limits')}
      </Text>
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className={styles.input}
        aria-label={t('admin.file.label')}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          if (chosen) onChoose(chosen);
          // Without this, choosing the same file again after a correction would fire no event.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
