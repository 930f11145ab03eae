import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Passkey, passwordAgain, removePasskey, wrongPassword } from '../../contract.ts';
import { AskPassword } from '../security/ask-password.tsx';
import { SecurityDialog } from '../security/security-dialog.tsx';
import { passkeysQuery } from './queries.ts';

/** Removes a passkey after asking, and asks for the password where the owner signed in a while ago. */
export function RemovePasskey({
  passkey: { id, name },
  opened,
  onClose,
}: {
  passkey: Passkey;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const [asksPassword, setAsksPassword] = useState(false);
  const close = () => {
    setAsksPassword(false);
    onClose();
  };
  const remove = useMutation({
    mutationFn: (password?: string) => call(removePasskey, { params: { id }, body: { password } }),
    onSuccess() {
      toastSuccess(t('passkeyPart.goneTitle'), name);
      close();
    },
    onError(error) {
      if (isRefusal(error, passwordAgain.code)) setAsksPassword(true);
      else if (!isRefusal(error, wrongPassword.code)) {
        toastFailure(error, t('passkeyPart.failed'));
        close();
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
  return (
    <>
      <ConfirmDialog
        opened={opened && !asksPassword}
        title={t('passkeyPart.removeTitle')}
        text={t('passkeyPart.removeText')}
        confirmLabel={t('passkeyPart.remove')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
        onClose={close}
      />
      <SecurityDialog title={t('passkeyPart.remove')} opened={opened && asksPassword} onClose={close}>
        <AskPassword
          text={t('refusals.accounts.password-again')}
          confirmLabel={t('passkeyPart.remove')}
          busy={remove.isPending}
          error={isRefusal(remove.error, passwordAgain.code) ? null : remove.error}
          onConfirm={(password) => remove.mutate(password)}
        />
      </SecurityDialog>
    </>
  );
}
