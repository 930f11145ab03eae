import { Button, Modal, Stack, Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { GuardianForm } from './guardian-form.tsx';
import { useAge } from './use-age.ts';

/**
 * Asks a student once, right after the first entry, whether they are an adult or a kid, and a kid for their guardian.
 * Closed without an answer, it comes back on the next visit.
 */
export function AgeDialog() {
  const { t } = useTranslation('people');
  const { account } = useAccount();
  const [later, setLater] = useSessionStorage({ key: 'sumi.ageLater', defaultValue: false });
  const [isKid, setKid] = useState(false);
  const { answer, busy } = useAge();
  if (!account) return null;
  return (
    <Modal
      opened={account.role === 'student' && !account.ageAnswered && !later}
      onClose={() => setLater(true)}
      title={t(isKid ? 'age.guardianTitle' : 'age.title')}
      closeButtonProps={{ 'aria-label': t('age.later') }}
    >
      <Stack>
        <Text>{t(isKid ? 'age.guardianText' : 'age.why')}</Text>
        {isKid ? (
          <>
            <GuardianForm
              ownEmail={account.email}
              busy={busy}
              onSubmit={(guardianEmail) => answer({ ageGroup: 'kid', guardianEmail })}
            />
            <Button variant="subtle" onClick={() => setKid(false)}>
              {t('age.back')}
            </Button>
          </>
        ) : (
          <>
            <Button loading={busy} onClick={() => answer({ ageGroup: 'adult' })}>
              {t('age.adult')}
            </Button>
            <Button variant="default" disabled={busy} onClick={() => setKid(true)}>
              {t('age.kid')}
            </Button>
          </>
        )}
      </Stack>
    </Modal>
  );
}
