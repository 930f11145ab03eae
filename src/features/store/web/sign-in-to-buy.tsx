import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** Asks a visitor to sign in to buy, and brings them back to the store. */
export function SignInToBuy() {
  const { t } = useTranslation('store');
  const back = { from: '/store' };
  return (
    <Stack>
      <Text>{t('signIn.text')}</Text>
      <Stack gap="xs">
        <Button component={Link} to="/auth" state={back} data-autofocus>
          {t('signIn.signIn')}
        </Button>
        <Button component={Link} to="/auth?register=true" state={back} variant="default">
          {t('signIn.register')}
        </Button>
      </Stack>
    </Stack>
  );
}
