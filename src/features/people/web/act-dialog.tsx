import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';

/**
 * Asks before an act, with its reason where it takes one. Mounted for one act and unmounted afterwards, so that a
 * reason typed for one person is never shown for the next.
 */
export function ActDialog({
  title,
  text,
  confirmLabel,
  danger = false,
  busy,
  canConfirm,
  reason = 'optional',
  reasonHint,
  longestReason,
  children,
  onConfirm,
  onClose,
}: {
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  busy: boolean;
  /** False until something differs from what is there. */
  canConfirm?: boolean;
  reason?: 'required' | 'optional' | 'none';
  reasonHint?: string;
  /** Shorter than other reasons where the contract says so. */
  longestReason?: number;
  children?: ReactNode;
  onConfirm: (reason: string | undefined) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('people');
  const question = { title, text, confirmLabel, danger, canConfirm, children };
  if (reason === 'none') {
    return (
      <ConfirmDialog
        opened
        {...question}
        busy={busy}
        onConfirm={() => onConfirm(undefined)}
        onClose={onClose}
      />
    );
  }
  return (
    <ReasonDialog
      question={{
        ...question,
        label: t(reason === 'required' ? 'acts.reason' : 'acts.reasonIfAny'),
        hint: reasonHint,
        missing: reason === 'required' ? t('acts.reasonMissing') : undefined,
        maxLength: longestReason,
        oneLine: true,
      }}
      busy={busy}
      onConfirm={(given) => onConfirm(given === '' ? undefined : given)}
      onClose={onClose}
    />
  );
}
