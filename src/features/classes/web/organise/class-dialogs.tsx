import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { handOverClass, handOverSeries, type ManagedClass, offerClass, offerSeries } from '../../contract.ts';
import type { Reach } from '../series/scope-field.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChooseTeacherDialog } from './choose-teacher-dialog.tsx';
import type { Act } from './class-menu.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

const SendMessageDialog = lazyDialog(
  async () => (await import('../messages/send-message-dialog.tsx')).SendMessageDialog,
);

/**
 * The dialogs that write to a class, hand over, offer, cancel and delete a class; all closed while `doing` names none
 * of them.
 */
export function ClassDialogs({
  liveClass,
  doing,
  onClose,
  onDeleted,
}: {
  liveClass: ManagedClass | null;
  doing: Act | null;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const { t } = useTranslation('classes');
  const asked = (act: Act) => (doing === act ? liveClass : null);
  return (
    <>
      <SendMessageDialog opened={doing === 'writing'} liveClass={asked('writing')} onClose={onClose} />
      <CancelDialog liveClass={asked('cancelling')} onClose={onClose} />
      <ChooseTeacherDialog
        what="handOver"
        liveClass={asked('handing-over')}
        titleOf={(reach) => t(reach === 'one' ? 'handOver.title' : 'handOver.titleMany')}
        text={t('handOver.text')}
        confirmLabel={t('handOver.confirm')}
        doneOf={(name) => t('handOver.done', { name })}
        failed={t('handOver.failed')}
        except={liveClass?.teacherId}
        reachesOf={({ repeats }) => repeats && ['one', 'following', 'all']}
        send={handOver}
        onClose={onClose}
      />
      <ChooseTeacherDialog
        what="offer"
        liveClass={asked('offering')}
        titleOf={() => t('offer.title')}
        text={t('offer.text')}
        confirmLabel={t('offer.confirm')}
        doneOf={(name) => t('offer.done', { name })}
        failed={t('offer.failed')}
        reachesOf={({ allowed }) => (allowed.offerSeries === null ? ['one', 'all'] : null)}
        send={offer}
        onClose={onClose}
      />
      <DeleteDialog liveClass={asked('deleting')} onClose={onClose} {...(onDeleted && { onDeleted })} />
    </>
  );
}

/** An administrator gives another teacher to the class, or to classes of its series. */
async function handOver(id: string, teacherId: string, reach: Reach): Promise<string> {
  const { teacherName } = await (reach === 'one'
    ? call(handOverClass, { params: { id }, body: { teacherId } })
    : call(handOverSeries, { params: { id }, body: { teacherId, scope: reach } }));
  return teacherName;
}

/** A teacher asks another one to take the class, or its series. */
async function offer(id: string, teacherId: string, reach: Reach): Promise<string> {
  const operation = reach === 'one' ? offerClass : offerSeries;
  return (await call(operation, { params: { id }, body: { teacherId } })).name;
}
