import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Passkey, renamePasskey } from '../../contract.ts';
import { SecurityDialog } from '../security/security-dialog.tsx';
import { PasskeyName } from './passkey-name.tsx';
import { passkeysQuery } from './queries.ts';
import { RemovePasskey } from './remove-passkey.tsx';

/** Renames a passkey, or removes it. */
export function ChangePasskey({ passkey }: { passkey: Passkey }) {
  const { id, name } = passkey;
  const { t } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null);
  const rename = useMutation({
    mutationFn: (name: string) => call(renamePasskey, { params: { id }, body: { name } }),
    onSuccess: (_done, name) => {
      setDoing(null);
      toastSuccess(t('passkeyPart.renamedTitle'), name);
    },
    onError: (error) => toastFailure(error, t('passkeyPart.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
  const close = () => setDoing(null);
  return (
    <>
      <Button
        variant="default"
        onClick={() => setDoing('rename')}
        aria-label={t('passkeyPart.renameOf', { name })}
      >
        {t('passkeyPart.rename')}
      </Button>
      <Button
        variant="default"
        onClick={() => setDoing('remove')}
        aria-label={t('passkeyPart.removeOf', { name })}
      >
        {t('passkeyPart.remove')}
      </Button>
      <SecurityDialog title={t('passkeyPart.rename')} opened={doing === 'rename'} onClose={close}>
        <PasskeyName
          name={name}
          confirmLabel={t('passkeyPart.save')}
          busy={rename.isPending}
          error={null}
          onConfirm={(given) => rename.mutate(given)}
        />
      </SecurityDialog>
      <RemovePasskey passkey={passkey} opened={doing === 'remove'} onClose={close} />
    </>
  );
}
