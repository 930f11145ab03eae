import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserShield } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

/** Every page of a member has this banner, and few show it: what it asks comes later. */
const GuardianDialog = lazyDialog(async () => (await import('./guardian-dialog.tsx')).GuardianDialog);

/**
 * Tells a kid that live classes wait for the guardian's consent, and asks the guardian again or another one; after the
 * consent was revoked, that the guardian talks to the organisers.
 */
export function GuardianBanner() {
  const { t } = useTranslation('people');
  const { account } = useAccount();
  const [opened, dialog] = useDisclosure();
  if (!account || account.guardianConsent) return null;
  if (account.consentRevoked) {
    return (
      <Alert color="cup" mb="sm" icon={<IconUserShield aria-hidden />}>
        <Text>{t('age.revoked')}</Text>
      </Alert>
    );
  }
  return (
    <Alert color="cup" mb="sm" icon={<IconUserShield aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text>
          {account.guardianEmail ? t('age.waiting', { email: account.guardianEmail }) : t('age.noGuardian')}
        </Text>
        <Button variant="default" size="sm" onClick={dialog.open}>
          {t(account.guardianEmail ? 'age.change' : 'age.send')}
        </Button>
      </Group>
      <GuardianDialog account={account} opened={opened} onClose={dialog.close} />
    </Alert>
  );
}
