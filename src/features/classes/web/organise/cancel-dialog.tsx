import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { cancelClass, cancelSeries, type ManagedClass, type Scope } from '../../contract.ts';
import { seriesChangePreviewQuery } from '../managed-queries.ts';
import { type Reach, ScopeField } from '../series/scope-field.tsx';

/** Asks for the reason and cancels the class. Closed without a class. */
export function CancelDialog({
  liveClass,
  onClose,
}: {
  liveClass: Pick<ManagedClass, 'id' | 'title' | 'seatsTaken' | 'repeats' | 'allowed'> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  const [reach, setReach] = useState<Reach>('one');
  const asked = liveClass?.id ?? null;
  const [askedAbout, setAskedAbout] = useState(asked);
  // Each opening asks again, about the class alone first.
  if (asked !== askedAbout) {
    setAskedAbout(asked);
    setReach('one');
  }
  const preview = useQuery({
    ...seriesChangePreviewQuery(liveClass?.id ?? '', { scope: reach === 'one' ? 'all' : reach }),
    enabled: liveClass !== null && reach !== 'one',
  });
  const counted = preview.data?.ifCancelled;

  /** Which classes, and how many of how many students once that is read. */
  function textOfSeries(scope: Scope, title: string): string {
    const which = t(`cancel.${scope}`, { title });
    if (!counted) return which;
    const { classes, students } = counted;
    return `${which} ${t('cancel.counts', { classes: number(classes), students: number(students) })}`;
  }

  const cancel = useAct(
    ({ id, reason }: { id: string; reason: string }) =>
      reach === 'one'
        ? call(cancelClass, { params: { id }, body: { reason } })
        : call(cancelSeries, { params: { id }, body: { reason, scope: reach } }),
    {
      stale: ['classes'],
      done: t(reach === 'one' ? 'cancel.done' : 'cancel.doneMany'),
      failed: t('cancel.failed'),
      onDone: onClose,
    },
  );
  return (
    <ReasonDialog
      question={
        liveClass && {
          title: t(reach === 'one' ? 'cancel.title' : 'cancel.titleMany'),
          text:
            reach === 'one'
              ? t('cancel.text', { title: liveClass.title, count: liveClass.seatsTaken })
              : textOfSeries(reach, liveClass.title),
          confirmLabel: t(reach === 'one' ? 'cancel.confirm' : 'cancel.confirmMany'),
          dismissLabel: t(reach === 'one' ? 'cancel.keep' : 'cancel.keepMany'),
          danger: true,
          label: t('cancel.reason'),
          hint: t('cancel.reasonText'),
          missing: t('cancel.noReason'),
          // A class that has begun is cancelled by itself.
          ...(liveClass.repeats &&
            liveClass.allowed.change === null && {
              children: <ScopeField what="cancel" value={reach} onChange={setReach} />,
            }),
        }
      }
      busy={cancel.isPending}
      onConfirm={(reason) => liveClass && cancel.mutate({ id: liveClass.id, reason })}
      onClose={onClose}
    />
  );
}
