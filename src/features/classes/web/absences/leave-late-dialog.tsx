import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useFreshState } from '#web/ui/dialogs/use-fresh-state.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import type { Explanation } from '../../contract.ts';
import { ownAbsencesQuery } from '../queries.ts';
import { type ChosenReason, explanationOf, noReason, ReasonChoice } from './reason-choice.tsx';

/**
 * Asks before a club is left late: what it costs, and why, if the student wants to say. A student whose
 * absences cannot be read may leave all the same: others need the seat. Where they left it late before, it is the same
 * absence, with the reason of that time.
 */
export function LeaveLateDialog({
  title,
  isAgain,
  opened,
  busy,
  onConfirm,
  onClose,
}: {
  /** The title of the club. */
  title: string;
  isAgain: boolean;
  opened: boolean;
  busy: boolean;
  onConfirm: (explanation: Explanation | null) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  const { data, error, refetch } = useQuery({ ...ownAbsencesQuery, enabled: opened && !isAgain });
  const [chosen, setChosen] = useFreshState<ChosenReason>(opened, noReason);
  return (
    <ConfirmDialog
      danger
      opened={opened}
      title={t('absences.late.title')}
      confirmLabel={t('absences.late.confirm')}
      dismissLabel={t('absences.late.keep')}
      busy={busy}
      canConfirm={isAgain || data !== undefined || error !== null}
      onConfirm={() => onConfirm(explanationOf(chosen))}
      onClose={onClose}
    >
      {isAgain ? (
        <Text>{t('absences.late.again', { title })}</Text>
      ) : !data && error ? (
        <>
          <Text>{t('absences.late.unread')}</Text>
          <ErrorState error={error} onRetry={refetch} />
        </>
      ) : data ? (
        <Stack gap="xs">
          <Text>{t('absences.late.text', { title, hours: number(data.rules.freeHours) })}</Text>
          <Text>
            {t(
              data.counted + 1 < data.rules.pausingAbsences ? 'absences.late.counts' : 'absences.late.pauses',
              {
                number: number(data.counted + 1),
                most: number(data.rules.pausingAbsences),
                days: number(data.rules.countedDays),
                count: data.rules.pauseDays,
              },
            )}
          </Text>
        </Stack>
      ) : (
        <LoadingBlocks heights={['5rem']} />
      )}
      {!isAgain && <ReasonChoice label={t('absences.late.why')} chosen={chosen} onChange={setChosen} />}
    </ConfirmDialog>
  );
}
