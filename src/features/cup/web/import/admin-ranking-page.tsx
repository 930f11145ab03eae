import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CupClaims } from '../claims/cup-claims.tsx';
import { OpenSeasons } from '../seasons/open-seasons.tsx';
import { BoardHistory } from './board-history.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportPreview } from './import-preview.tsx';
import { useImport } from './use-import.ts';

export const meta = () => pageMeta(i18n.t('admin.title', { ns: 'cup' }));

/** The page on which administrators import a month's figures, preview the changes and publish them. */
export default function AdminRankingPage() {
  const { t } = useTranslation('cup');
  const draft = useImport();
  return (
    <div>
      <PageHeader title={t('admin.title')} text={t('admin.text')} accent="cup" />
      <Stack gap="xl">
        {draft.preview ? (
          <ImportPreview preview={draft.preview} fileNames={draft.fileNames} draft={draft} />
        ) : (
          <ImportForm draft={draft} />
        )}
        <OpenSeasons />
        <CupClaims />
        <BoardHistory />
      </Stack>
    </div>
  );
}
