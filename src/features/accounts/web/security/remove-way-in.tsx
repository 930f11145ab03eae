import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { passwordAgain, wrongPassword } from '../../contract.ts';
import { AskPassword } from './ask-password.tsx';
import { SecurityDialog } from './security-dialog.tsx';

/** Removes a way to sign in after asking, and asks for the password where the owner signed in a while ago. */
export function RemoveWayIn({
  opened,
  title,
  text,
  confirmLabel,
  failed,
  danger = false,
  send,
  onRemoved,
  onClose,
}: {
  opened: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  /** The title of the toast when it fails. */
  failed: string;
  danger?: boolean;
  send: (password: string | undefined) => Promise<unknown>;
  onRemoved: () => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation('accounts');
  const [asksPassword, setAsksPassword] = useState(false);
  const remove = useMutation({
    mutationFn: (password?: string) => send(password),
    onSuccess() {
      close();
      return onRemoved();
    },
    onError(error) {
      if (isRefusal(error, passwordAgain.code)) setAsksPassword(true);
      else if (!isRefusal(error, wrongPassword.code)) {
        toastFailure(error, failed);
        close();
      }
    },
  });
  const close = () => {
    setAsksPassword(false);
    remove.reset();
    onClose();
  };
  return (
    <>
      <ConfirmDialog
        opened={opened && !asksPassword}
        title={title}
        text={text}
        confirmLabel={confirmLabel}
        danger={danger}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
        onClose={close}
      />
      <SecurityDialog title={confirmLabel} opened={opened && asksPassword} onClose={close}>
        <AskPassword
          text={t('refusals.accounts.password-again')}
          confirmLabel={confirmLabel}
          danger={danger}
          busy={remove.isPending}
          error={isRefusal(remove.error, passwordAgain.code) ? null : remove.error}
          onConfirm={(password) => remove.mutate(password)}
        />
      </SecurityDialog>
    </>
  );
}
