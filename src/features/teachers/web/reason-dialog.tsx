import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type Application, longest, rejectApplication } from '../contract.ts';

export type Asked = { application: Application; decision: 'reject' | 'revoke' };

/** Asks why somebody may not teach: they will read it. */
export function ReasonDialog({
  asked,
  busy,
  onDecide,
  onClose,
}: {
  asked: Asked | null;
  busy: boolean;
  onDecide: (asked: Asked, reason: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('teachers');
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState(false);
  const [shown, setShown] = useState<Asked | null>(null);
  // What is asked stays on the screen while the dialog fades; a new question begins empty.
  if (asked && asked !== shown) {
    setShown(asked);
    setReason('');
    setWrong(false);
  }
  if (!shown) return null;
  const { application, decision } = shown;

  function confirm() {
    if (!asked) return;
    if (rejectApplication.body?.safeParse({ reason }).success) onDecide(asked, reason.trim());
    else setWrong(true);
  }

  return (
    <ConfirmDialog
      opened={asked !== null}
      title={t(`admin.ask.${decision}`, { name: application.name })}
      text={t(`admin.askText.${decision}`, { count: application.upcomingEvents })}
      confirmLabel={t(`admin.${decision}`)}
      danger
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Textarea
        label={t('admin.reason')}
        description={t('admin.reasonHint')}
        required
        autosize
        minRows={3}
        maxLength={longest.reason}
        data-autofocus
        value={reason}
        error={wrong && t('admin.reasonMissing')}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value.replaceAll(/\s+/g, ' '));
          setWrong(false);
        }}
      />
    </ConfirmDialog>
  );
}
