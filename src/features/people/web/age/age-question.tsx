import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { GuardianForm } from './guardian-form.tsx';
import { useAge } from './use-age.ts';

/** Whether a student is an adult or a kid; a kid also names their guardian, or does so later. */
export function AgeQuestion({
  ownEmail,
  isKid,
  onKid,
}: {
  ownEmail: string;
  isKid: boolean;
  onKid: (isKid: boolean) => void;
}) {
  const { t } = useTranslation('people');
  const { answer, busy } = useAge();
  return (
    <Stack>
      <Text>{t(isKid ? 'age.guardianText' : 'age.why')}</Text>
      {isKid ? (
        <>
          <GuardianForm
            ownEmail={ownEmail}
            busy={busy}
            onSubmit={(guardianEmail) => answer({ ageGroup: 'kid', guardianEmail })}
          />
          <Button key="later" variant="default" disabled={busy} onClick={() => answer({ ageGroup: 'kid' })}>
            {t('age.guardianLater')}
          </Button>
          <Button key="back" variant="subtle" disabled={busy} onClick={() => onKid(false)}>
            {t('age.back')}
          </Button>
        </>
      ) : (
        <>
          <Button loading={busy} onClick={() => answer({ ageGroup: 'adult' })}>
            {t('age.adult')}
          </Button>
          <Button key="kid" variant="default" disabled={busy} onClick={() => onKid(true)}>
            {t('age.kid')}
          </Button>
        </>
      )}
    </Stack>
  );
}
