import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSignInRules } from '../sign-in-rules.ts';

/** Signs in by a passkey, where the browser and the address of the community can. */
export function PasskeyButton({ busy, onPick }: { busy: boolean; onPick: () => void }) {
  const { t } = useTranslation('accounts');
  const { passkeys } = useSignInRules();
  // A prerendered page reckons with a browser that can.
  const can = import.meta.env.SSR || 'PublicKeyCredential' in window;
  if (!passkeys || !can) return null;
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
