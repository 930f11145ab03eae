import { Button, Card, Code, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthInWords } from '#web/i18n/calendar-words.ts';
import { toastError } from '#web/ui/toast.ts';
import { maxFileBytes } from '../../contract.ts';
import { FileDrop } from './file-drop.tsx';
import styles from './import-preview.module.css';
import { lastMonths } from './last-months.ts';
import type { ImportDraft } from './use-import.ts';

/** The order of columns that applies when no header is recognised. */
const usualOrder =
  'full_name, username, email, classroom, language, streak_days, completed_sections, total_sections, completion_percentage, practice_days, total_exp, learning_time, lessons, other_activities, practice, stories, crazy_pairs';
const steps = ['export', 'month', 'review', 'publish'] as const;

/** Instructions, the month of the figures and the file. */
export function ImportForm({ draft }: { draft: ImportDraft }) {
  const { t, i18n } = useTranslation('cup');
  const month = (month: string) => monthInWords(month, i18n.language);
  const months = lastMonths(new Date());
  const [season, setSeason] = useState(months[0] ?? '');
  const [file, setFile] = useState<File | null>(null);

  const choose = (chosen: File) => {
    const problem = problemOf(chosen);
    if (problem) toastError(t('admin.failed'), t(`admin.file.${problem}`));
    else setFile(chosen);
  };

  return (
    <Card component="section" aria-labelledby="import-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (file) draft.review({ season, file });
        }}
      >
        <Stack gap="lg">
          <Title order={2} id="import-title">
            {t('admin.import')}
          </Title>
          <List type="ordered" spacing="xs">
            {steps.map((step) => (
              <List.Item key={step}>{t(`admin.steps.${step}`)}</List.Item>
            ))}
          </List>
          <details>
            <Text component="summary" fw={600} className={styles.fold}>
              {t('admin.columns.which')}
            </Text>
            <Stack gap="xs" mt="xs">
              <Text size="sm">{t('admin.columns.byName')}</Text>
              <Text size="sm">{t('admin.columns.byOrder')}</Text>
              <Code block>{usualOrder}</Code>
            </Stack>
          </details>
          <NativeSelect
            size="md"
            maw="20rem"
            label={t('admin.month')}
            description={t('admin.monthHint')}
            value={season}
            onChange={(event) => setSeason(event.currentTarget.value)}
            data={months.map((value) => ({ value, label: month(value) }))}
          />
          <FileDrop file={file} onChoose={choose} />
          <Group>
            <Button type="submit" color="cup" disabled={!file} loading={draft.isReviewing}>
              {t('admin.review')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function problemOf({ name, size }: File): 'empty' | 'tooLarge' | 'workbook' | null {
  if (size === 0) return 'empty';
  if (size > maxFileBytes) return 'tooLarge';
  return /\.(xlsx?|ods|numbers)$/i.test(name) ? 'workbook' : null;
}
