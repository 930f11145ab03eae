import { Button, Card, Code, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthHeading, monthInWords } from '#shared/time/calendar-words.ts';
import { Fold } from '#web/ui/lists/fold.tsx';
import { toastError } from '#web/ui/toasts/toast.ts';
import { maxFileBytes, mostFiles } from '../../contract.ts';
import { cupSeasonsQuery } from '../queries.ts';
import { FileDrop } from './file-drop.tsx';
import styles from './import-preview.module.css';
import { lastMonths } from './last-months.ts';
import { proposeMonth } from './propose-month.ts';
import type { ImportDraft } from './use-import.ts';

/** The order of columns that applies when no header is recognised. */
const usualOrder =
  'full_name, username, email, classroom, language, streak_days, completed_sections, total_sections, completion_percentage, practice_days, total_exp, learning_time, lessons, other_activities, practice, stories, crazy_pairs';
const steps = ['export', 'month', 'review', 'publish'] as const;

/** Instructions, the month of the figures and the files. */
export function ImportForm({ draft }: { draft: ImportDraft }) {
  const { t, i18n } = useTranslation('cup');
  const { data } = useQuery(cupSeasonsQuery);
  const [now] = useState(() => new Date());
  const months = lastMonths(now);
  const proposed = proposeMonth(data?.items ?? [], now);
  // After a discarded preview the form begins with what was chosen for it.
  const [chosen, setChosen] = useState(draft.asked?.season);
  const [files, setFiles] = useState(draft.asked?.files ?? []);
  const season = chosen ?? proposed;

  const choose = (list: readonly File[]) => {
    const problem = problemOf(list);
    if (problem) toastError(t('admin.failed'), t(`admin.file.${problem}`, { n: mostFiles }));
    else setFiles(list);
  };

  return (
    <Card component="section" aria-labelledby="import-title">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (files.length > 0) draft.review({ season, files });
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
          <Fold title={t('admin.columns.which')}>
            <Stack gap="xs">
              <Text size="sm">{t('admin.columns.byName')}</Text>
              <Text size="sm">{t('admin.columns.byOrder')}</Text>
              <Code block className={styles.order}>
                {usualOrder}
              </Code>
            </Stack>
          </Fold>
          <NativeSelect
            maw="20rem"
            label={t('admin.month')}
            description={
              proposed === months[0]
                ? t('admin.monthHint')
                : t('admin.monthToClose', { month: monthInWords(proposed, i18n.language) })
            }
            value={season}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={months.map((value) => ({ value, label: monthHeading(value, i18n.language) }))}
          />
          <FileDrop files={files} onChoose={choose} />
          <Group>
            <Button type="submit" color="cup" disabled={files.length === 0} loading={draft.isReviewing}>
              {t('admin.review')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function problemOf(files: readonly File[]): 'empty' | 'tooLarge' | 'tooMany' | 'workbook' | null {
  if (files.length > mostFiles) return 'tooMany';
  if (files.some(({ size }) => size === 0)) return 'empty';
  if (files.reduce((sum, { size }) => sum + size, 0) > maxFileBytes) return 'tooLarge';
  return files.some(({ name }) => /\.(xlsx?|ods|numbers)$/i.test(name)) ? 'workbook' : null;
}
