import { Button, Container, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Account } from '../../contract.ts';
import { hasPassword } from '../has-password.ts';
import { SecurityDialog } from './security-dialog.tsx';
import { SetUpFactor } from './set-up-factor.tsx';

/**
 * In place of the admin area, for an administrator without a second factor where the community requires one: sets it up
 * there and then. Once it is on, the account is read again and the admin area is there.
 */
export default function FactorDue({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const [opened, setOpened] = useState(false);
  return (
    <Container component="main" id="main" tabIndex={-1} size="xs" py="xl">
      <Stack align="flex-start">
        <ThemeIcon size="xl" radius="xl" color="teach" variant="light">
          <IconShieldCheck aria-hidden />
        </ThemeIcon>
        <Title order={1} size="h2">
          {t('factorDue.title')}
        </Title>
        <Text>{t(hasPassword(account) ? 'factorDue.text' : 'factorDue.passwordFirst')}</Text>
        {hasPassword(account) ? (
          <Button onClick={() => setOpened(true)}>{t('factorDue.setUp')}</Button>
        ) : (
          <Button component={Link} to="/profile">
            {t('factorDue.toProfile')}
          </Button>
        )}
        <Button component={Link} to="/feed" variant="subtle">
          {t('factorDue.later')}
        </Button>
      </Stack>
      <SecurityDialog title={t('factor.title')} opened={opened} keep onClose={() => setOpened(false)}>
        <SetUpFactor onDone={() => setOpened(false)} />
      </SecurityDialog>
    </Container>
  );
}
