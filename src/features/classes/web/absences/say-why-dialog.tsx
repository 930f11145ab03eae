import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useFreshState } from '#web/ui/dialogs/use-fresh-state.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { type Absence, type Explanation, explainAbsence } from '../../contract.ts';
import { explanationOf, ReasonChoice } from './reason-choice.tsx';

/** A student says why they missed a club or left it late. */
export function SayWhyDialog({
  classId,
  title,
  absence,
  opened,
  onClose,
}: {
  classId: string;
  /** The title of the club. */
  title: string;
  absence: Pick<Absence, 'reason' | 'words'>;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const [chosen, setChosen] = useFreshState(opened, { reason: absence.reason, words: absence.words ?? '' });
  const explanation = explanationOf(chosen);
  const say = useAct((body: Explanation) => call(explainAbsence, { params: { id: classId }, body }), {
    stale: ['classes'],
    done: ({ excused }) => [t(excused ? 'absences.why.excused' : 'absences.why.said'), title],
    failed: t('absences.why.failed'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={t('absences.why.title')}
      text={t('absences.why.text', { title })}
      confirmLabel={t('absences.why.confirm')}
      canConfirm={explanation !== null}
      busy={say.isPending}
      onConfirm={() => explanation && say.mutate(explanation)}
      onClose={onClose}
    >
      <ReasonChoice label={t('absences.why.label')} chosen={chosen} onChange={setChosen} />
    </ConfirmDialog>
  );
}
