import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ReportButton } from '#features/reports/web/report-button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import type { ClassCard } from '../../contract.ts';
import { notesQuery } from '../queries.ts';
import { ClassNotes, isWritten } from './class-notes.tsx';

/** What the teacher left, for a student who was there. */
export function NotesToRead({
  liveClass: { id, title, language },
  titleOrder,
}: {
  liveClass: ClassCard;
  titleOrder: 2 | 3;
}) {
  const { t } = useTranslation('classes');
  const { data, error, refetch } = useQuery(notesQuery(id));
  if (data && !isWritten(data)) return null;
  return (
    <Stack component="section" aria-labelledby="class-notes" gap="sm" mt="md">
      <Title order={titleOrder} size="h4" id="class-notes">
        {t('notes.title')}
      </Title>
      {data ? (
        <>
          <ClassNotes notes={data} language={language} titleOrder={titleOrder === 2 ? 3 : 4} />
          <div>
            <ReportButton kind="notes" subject={id} title={title} look="words" />
          </div>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <LoadingBlocks heights={['1.5rem']} times={3} gap="xs" />
      )}
    </Stack>
  );
}
