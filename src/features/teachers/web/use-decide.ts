import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import {
  type Application,
  approveApplication,
  keepPageHidden,
  rejectApplication,
  reopenApplication,
  revokeTeacher,
} from '../contract.ts';
import type { Decision } from '../rules.ts';

/** A decision on an application, or on a hidden page that its teacher has changed. */
export type TeacherAct = Decision | 'keep-hidden';
type Answer = { application: Application; decision: TeacherAct; reason?: string };

const asks = {
  approve: ({ application: { id, version } }: Answer) =>
    call(approveApplication, { params: { id }, body: { version } }),
  reopen: ({ application: { id } }: Answer) => call(reopenApplication, { params: { id } }),
  reject: ({ application: { id, version }, reason = '' }: Answer) =>
    call(rejectApplication, { params: { id }, body: { reason, version } }),
  revoke: ({ application: { id }, reason = '' }: Answer) =>
    call(revokeTeacher, { params: { id }, body: { reason } }),
  'keep-hidden': ({ application: { id, version }, reason = '' }: Answer) =>
    call(keepPageHidden, { params: { id }, body: { reason, version } }),
} as const;

/**
 * Decides an application. The decision on a waiting application can be undone while its toast is shown; revoking a
 * teacher's rights asks for confirmation first and has no undo.
 */
export function useDecide(onDone: (answer: Answer) => void) {
  const { t } = useTranslation('teachers');
  const decide = useAct((answer: Answer) => asks[answer.decision](answer), {
    stale: ['teachers'],
    failed: t('admin.decideFailed'),
    onDone(_, answer) {
      onDone(answer);
      const { application, decision } = answer;
      const title = t(`admin.done.${decision}`);
      if (decision === 'approve' || decision === 'reject') {
        toastUndo({
          title,
          message: application.name,
          undoLabel: t('admin.undo'),
          color: decision === 'approve' ? 'green' : 'feed',
          onUndo: () => decide.mutate({ application, decision: 'reopen' }),
        });
      } else toastSuccess(title, application.name);
    },
  });

  return {
    decide: decide.mutate,
    /** The applications that are being answered. */
    busyIds: decide.pending.map(({ application }) => application.id),
  };
}
