import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Passkey, removePasskey, renamePasskey } from '../../contract.ts';
import { RemoveWayIn } from '../security/remove-way-in.tsx';
import { SecurityDialog } from '../security/security-dialog.tsx';
import { PasskeyName } from './passkey-name.tsx';
import { passkeysQuery } from './queries.ts';

/** Renames a passkey, or removes it. */
export function ChangePasskey({ passkey }: { passkey: Passkey }) {
  const { id, name } = passkey;
  const { t } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  const rename = useAct((name: string) => call(renamePasskey, { params: { id }, body: { name } }), {
    stale: passkeysQuery.queryKey,
    done: (_, name) => [t('passkeyPart.renamedTitle'), name],
    failed: t('passkeyPart.failed'),
    onDone: () => setDoing(null),
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
      <RemoveWayIn
        opened={doing === 'remove'}
        title={t('passkeyPart.removeTitle')}
        text={t('passkeyPart.removeText')}
        confirmLabel={t('passkeyPart.remove')}
        failed={t('passkeyPart.failed')}
        send={(password) => call(removePasskey, { params: { id }, body: { password } }).finally(readAgain)}
        onRemoved={() => toastSuccess(t('passkeyPart.goneTitle'), name)}
        onClose={close}
      />
    </>
  );
}
