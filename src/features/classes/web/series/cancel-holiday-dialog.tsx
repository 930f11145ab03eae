import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { cancelHoliday } from '../../contract.ts';
import type { Stretch } from '../../rules.ts';
import type { HolidayNews } from './holiday-text.ts';

type Holiday = { day: string; name: string; classes: number; single: number };
export type Holidays = Stretch<Holiday>;

/**
 * Asks for the reason and cancels the classes of a holiday, or of several that follow one another, those by themselves
 * unless the administrator leaves them.
 */
export function CancelHolidayDialog({
  holidays,
  onCancelled,
  onClose,
}: {
  holidays: Holidays | null;
  onCancelled: (news: HolidayNews) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const [withSingle, setWithSingle] = useState(true);
  const [askedAbout, setAskedAbout] = useState(holidays);
  // Each of them is asked about again, with all of its classes first.
  if (holidays !== askedAbout) {
    setAskedAbout(holidays);
    setWithSingle(true);
  }
  const { classes, single } = classesOn(holidays);
  // Where all of them are by themselves, there is no other to cancel.
  const hasChoice = single > 0 && single < classes;
  const cancel = useAct(
    ({ first: day, last: until, reason }: Holidays & { reason: string }) =>
      call(cancelHoliday, { params: { day }, body: { reason, until, single: withSingle } }),
    {
      stale: ['classes'],
      done: t('holidays.cancelled'),
      failed: t('cancel.failed'),
      onDone({ cancelled }, { first, last, name, reason }) {
        onClose();
        onCancelled({ first, last, name, reason, titles: cancelled });
      },
    },
  );
  return (
    <ReasonDialog
      question={
        holidays && {
          title: t(holidays.days.length > 1 ? 'holidays.cancelDays' : 'holidays.cancel'),
          text: t('holidays.cancelText', {
            name: holidays.name,
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
      onConfirm={(reason) => holidays && cancel.mutate({ ...holidays, reason })}
      onClose={onClose}
    />
  );
}

/** How many classes are on these days all the same, and how many of them are by themselves. */
export function classesOn(holidays: Holidays | null): { classes: number; single: number } {
  const sum = (of: 'classes' | 'single') => (holidays?.days ?? []).reduce((all, day) => all + day[of], 0);
  return { classes: sum('classes'), single: sum('single') };
}
