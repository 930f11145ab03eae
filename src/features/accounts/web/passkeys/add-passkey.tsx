import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { addPasskey, beginPasskey, passwordAgain } from '../../contract.ts';
import { AskPassword } from '../security/ask-password.tsx';
import { PasskeyName } from './passkey-name.tsx';
import { passkeysQuery } from './queries.ts';

/** Names a new passkey, has the device make it, and asks for the password where the owner signed in a while ago. */
export function AddPasskey({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [asksPassword, setAsksPassword] = useState(false);
  const add = useMutation({
    async mutationFn({ name, password }: { name: string; password?: string }) {
      const [{ makePasskey }, asked] = await Promise.all([
        import('./passkey-on-device.ts'),
        call(beginPasskey, { body: { password } }),
      ]);
      return call(addPasskey, { body: { name, ...(await makePasskey(asked)) } });
    },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      toastSuccess(t('passkeyPart.doneTitle'), t('passkeyPart.doneText'));
      onDone();
    },
    onError(error) {
      if (isRefusal(error, passwordAgain.code)) setAsksPassword(true);
    },
  });
  if (asksPassword) {
    return (
      <AskPassword
        text={t('refusals.accounts.password-again')}
        confirmLabel={t('passkeyPart.next')}
        busy={add.isPending}
        error={isRefusal(add.error, passwordAgain.code) ? null : add.error}
        onConfirm={(password) => add.mutate({ name, password })}
      />
    );
  }
  return (
    <PasskeyName
      hint={t('passkeyPart.hint')}
      confirmLabel={t('passkeyPart.next')}
      busy={add.isPending}
      error={add.error}
      onConfirm={(given) => {
        setName(given);
        add.mutate({ name: given });
      }}
    />
  );
}
