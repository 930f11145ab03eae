import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSignInRules } from '../sign-in-rules.ts';

/** Signs in by a passkey, where the browser and the address of the community can. */
export function PasskeyButton({ busy, onPick }: { busy: boolean; onPick: () => void }) {
  const { t } = useTranslation('accounts');
  const { passkeys } = useSignInRules();
  if (!passkeys || !('PublicKeyCredential' in window)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconFingerprint size="1.25rem" aria-hidden />}
      disabled={busy}
      onClick={onPick}
    >
      {t('passkeys.signIn')}
    </Button>
  );
}
