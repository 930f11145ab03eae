import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserShield } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { useAge } from './use-age.ts';

const GuardianForm = lazy(async () => ({ default: (await import('./guardian-form.tsx')).GuardianForm }));

/**
 * Tells a kid that live classes wait for the guardian's consent, and asks the guardian again or another one; after the
 * consent was revoked, that the guardian talks to the organisers.
 */
export function GuardianBanner() {
  const { t } = useTranslation(['people', 'shell']);
  const { account } = useAccount();
  const [opened, dialog] = useDisclosure();
  const { askAgain, busy } = useAge();
  if (!account || account.guardianConsent) return null;
  if (account.consentRevoked) {
    return (
      <Alert color="cup" mb="sm" icon={<IconUserShield aria-hidden />}>
        <Text>{t('age.revoked')}</Text>
      </Alert>
    );
  }
  const ask = (guardianEmail: string) => askAgain(guardianEmail, { onSuccess: dialog.close });
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
      <Modal
        opened={opened}
        onClose={dialog.close}
        title={t('age.guardianTitle')}
        closeButtonProps={{ 'aria-label': t('shell:dialog.close') }}
      >
        <Suspense fallback={<LoadingState />}>
          <GuardianForm
            ownEmail={account.email}
            initial={account.guardianEmail ?? ''}
            busy={busy}
            onSubmit={ask}
          />
        </Suspense>
      </Modal>
    </Alert>
  );
}
