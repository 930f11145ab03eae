import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { cancelHoliday } from '../../contract.ts';
import type { HolidayNews } from './holiday-text.ts';

export type Holiday = { day: string; name: string; classes: number; single: number };

/**
 * Asks for the reason and cancels the classes of a holiday, those by themselves unless the administrator leaves them.
 */
export function CancelHolidayDialog({
  holiday,
  onCancelled,
  onClose,
}: {
  holiday: Holiday | null;
  onCancelled: (news: HolidayNews) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const [withSingle, setWithSingle] = useState(true);
  const [askedAbout, setAskedAbout] = useState(holiday);
  // Each day is asked about again, with all of its classes first.
  if (holiday !== askedAbout) {
    setAskedAbout(holiday);
    setWithSingle(true);
  }
  const { classes = 0, single = 0 } = holiday ?? {};
  // Where all of them are by themselves, there is no other to cancel.
  const hasChoice = single > 0 && single < classes;
  const cancel = useAct(
    ({ day, reason }: Holiday & { reason: string }) =>
      call(cancelHoliday, { params: { day }, body: { reason, single: withSingle } }),
    {
      stale: ['classes'],
      done: t('holidays.cancelled'),
      failed: t('cancel.failed'),
      onDone({ cancelled }, { day, name, reason }) {
        onClose();
        onCancelled({ day, name, reason, titles: cancelled });
      },
    },
  );
  return (
    <ReasonDialog
      question={
        holiday && {
          title: t('holidays.cancel'),
          text: t('holidays.cancelText', {
            name: holiday.name,
            count: withSingle ? classes : classes - single,
          }),
          confirmLabel: t('holidays.confirm'),
          dismissLabel: t('holidays.keep'),
          danger: true,
          label: t('cancel.reason'),
          hint: t('cancel.reasonText'),
          missing: t('cancel.noReason'),
          ...(hasChoice && {
            children: (
              <Checkbox
                color="live"
                label={t('holidays.alsoSingle', { count: single })}
                checked={withSingle}
                onChange={({ currentTarget }) => setWithSingle(currentTarget.checked)}
              />
            ),
          }),
        }
      }
      busy={cancel.isPending}
      onConfirm={(reason) => holiday && cancel.mutate({ ...holiday, reason })}
      onClose={onClose}
    />
  );
}
