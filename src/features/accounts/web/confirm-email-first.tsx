import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmEmailButton } from './confirm-email-button.tsx';
import { useAccount } from './use-account.ts';

/** Above a form that needs a proved address: says so before the form is filled in, and sends the letter. */
export function ConfirmEmailFirst() {
  const { t } = useTranslation('accounts');
  const { account } = useAccount();
  if (!account || account.emailProved) return null;
  return (
    <Alert color="cup">
      <Stack gap="sm" align="start">
        <Text>{t('refusals.accounts.confirm-email-first')}</Text>
        <ConfirmEmailButton size="sm" variant="default" email={account.email} />
      </Stack>
    </Alert>
  );
}
