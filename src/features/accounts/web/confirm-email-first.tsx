import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmEmailButton } from './confirm-email-button.tsx';
import { useAccount } from './use-account.ts';

/**
 * Above what needs a proved address, such as a form before it is filled in: says so, and sends the letter. `title` says
 * what waits for it.
 */
export function ConfirmEmailFirst({ title }: { title?: string }) {
  const { t } = useTranslation('accounts');
  const { account } = useAccount();
  if (!account || account.emailProved) return null;
  return (
    <Alert color="cup" title={title}>
      <Stack gap="sm" align="start">
        <Text>{t('refusals.accounts.confirm-email-first')}</Text>
        {account.ageGroup === 'kid' && <Text>{t('confirm.orGuardian')}</Text>}
        <ConfirmEmailButton size="sm" variant="default" email={account.email} />
      </Stack>
    </Alert>
  );
}
