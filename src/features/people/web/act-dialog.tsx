import { Stack, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/**
 * Asks before an act, with its reason where it takes one. Mounted when it is asked for and taken away when it is
 * answered, so that nothing typed for one person waits for the next.
 */
export function ActDialog({
  title,
  text,
  confirmLabel,
  danger = false,
  busy,
  reason = 'optional',
  reasonHint,
  children,
  onConfirm,
  onClose,
}: {
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  busy: boolean;
  reason?: 'required' | 'optional' | 'none';
  reasonHint?: string;
  children?: ReactNode;
  onConfirm: (reason: string | undefined) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('people');
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const confirm = () => {
    const said = typed.trim();
    if (reason === 'required' && said === '') return setMissing(true);
    onConfirm(said === '' ? undefined : said);
  };
  return (
    <ConfirmDialog
      opened
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      danger={danger}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack>
        {children}
        {reason !== 'none' && (
          <Textarea
            label={t(reason === 'required' ? 'acts.reason' : 'acts.reasonIfAny')}
            description={reasonHint}
            required={reason === 'required'}
            maxLength={300}
            autosize
            minRows={2}
            value={typed}
            error={missing && typed.trim() === '' ? t('acts.reasonMissing') : null}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
