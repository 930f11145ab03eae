import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { type Passkey, removePasskey, renamePasskey } from '../../contract.ts';
import { SecurityDialog } from '../security/security-dialog.tsx';
import { PasskeyName } from './passkey-name.tsx';
import { passkeysQuery } from './queries.ts';

type Change = { name: string } | 'remove';

/** Renames a passkey, or removes it after asking. */
export function ChangePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const { t } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null);
  const change = useMutation({
    async mutationFn(what: Change) {
      if (what === 'remove') await call(removePasskey, { params: { id } });
      else await call(renamePasskey, { params: { id }, body: what });
    },
    onSuccess(_done, what) {
      toastSuccess(
        t(what === 'remove' ? 'passkeyPart.goneTitle' : 'passkeyPart.renamedTitle'),
        what === 'remove' ? name : what.name,
      );
    },
    onError: (error) => toastFailure(error, t('passkeyPart.failed')),
    onSettled: () => {
      setDoing(null);
      return queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
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
          busy={change.isPending}
          error={null}
          onConfirm={(given) => change.mutate({ name: given })}
        />
      </SecurityDialog>
      <ConfirmDialog
        opened={doing === 'remove'}
        title={t('passkeyPart.removeTitle')}
        text={t('passkeyPart.removeText')}
        confirmLabel={t('passkeyPart.remove')}
        busy={change.isPending}
        onConfirm={() => change.mutate('remove')}
        onClose={close}
      />
    </>
  );
}
