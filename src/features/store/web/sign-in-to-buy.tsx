import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** For a visitor: the store is theirs to look at, and to buy in once they are in. They come back here. */
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
