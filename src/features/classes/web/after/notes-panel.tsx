import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconEyeOff, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { enrolRefusals, type ManagedClass } from '../../contract.ts';
import { notesQuery } from '../queries.ts';
import { ClassNotes, isWritten } from './class-notes.tsx';

/** The notes of a class for its organisers, who write them from the start on. */
export function NotesPanel({ liveClass, onWrite }: { liveClass: ManagedClass; onWrite: () => void }) {
  const { t } = useTranslation('classes');
  const { moment } = useDates();
  const { data, error, refetch } = useQuery(notesQuery(liveClass.id));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <LoadingBlocks heights={['1.5rem']} times={4} gap="xs" />;
  const refusal = data.allowed.write;
  if (refusal !== null) {
    return (
      <Text c="dimmed">
        {t(refusal === enrolRefusals.cancelled.code ? 'moment.cancelled' : 'notes.notYet')}
      </Text>
    );
  }
  if (!isWritten(data)) {
    return (
      <EmptyState
        title={t('notes.empty')}
        text={t('notes.emptyText')}
        titleOrder={3}
        action={
          <Button color="live" leftSection={<IconPencil size="1.25rem" aria-hidden />} onClick={onWrite}>
            {t('notes.write')}
          </Button>
        }
      />
    );
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('notes.who')} {data.changedAt && t('notes.changed', { moment: moment(data.changedAt) })}
      </Text>
      {data.hiddenReason && (
        <Alert color="cup" icon={<IconEyeOff aria-hidden />} title={t('notes.hidden')}>
          {data.hiddenReason}
          <br />
          {t('notes.hiddenText')}
        </Alert>
      )}
      <ClassNotes notes={data} language={liveClass.language} />
      <div>
        <Button variant="default" leftSection={<IconPencil size="1.25rem" aria-hidden />} onClick={onWrite}>
          {t('notes.change')}
        </Button>
      </div>
    </Stack>
  );
}
