import { Alert, Card, Container, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { i18n } from '#web/i18n/i18n.ts';
import { InkDrop } from '#web/ui/ink-drop.tsx';
import { toastError, toastSuccess } from '#web/ui/toast.ts';
import type { Account } from '../contract.ts';
import { authErrorText } from './auth-error-text.ts';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { signIn } from './sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import { signUp } from './sign-up.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { accountQuery, useAccount } from './use-account.ts';

export function meta() {
  return [{ title: `${i18n.t('auth.title', { ns: 'accounts' })} · Sumi` }];
}

/** Sign-in and sign-up. Whoever is signed in is sent on: an administrator to their area, others to the feed. */
export default function AuthPage() {
  const { t } = useTranslation('accounts');
  const [search] = useSearchParams();
  const registering = search.get('register') === 'true';
  const [tab, setTab] = useState<string | null>(registering ? 'sign-up' : 'sign-in');
  const [typingPassword, setTypingPassword] = useState(false);
  const { state } = useLocation() as { state: { from?: string } | null };
  const { account } = useAccount();
  const enter = useEnter();

  if (account) return <Navigate to={state?.from ?? homeOf(account)} replace />;
  const newcomer = tab === 'sign-up';
  return (
    <Container size="xs" py="xl">
      <Stack gap="lg">
        <Stack gap="xs" align="center">
          <InkDrop size="sm" mood={typingPassword ? 'shy' : newcomer ? 'proud' : 'happy'} />
          <Title order={1} ta="center">
            {t(newcomer ? 'auth.titleSignUp' : 'auth.title')}
          </Title>
          <Text c="dimmed" ta="center">
            {t('auth.text')}
          </Text>
        </Stack>
        {registering && (
          <Alert color="feed" icon={<IconPencil aria-hidden />}>
            {t('auth.notice')}
          </Alert>
        )}
        <Card>
          <Tabs value={tab} onChange={setTab} keepMounted={false}>
            <Tabs.List grow mb="lg">
              <Tabs.Tab value="sign-in">{t('auth.tabs.signIn')}</Tabs.Tab>
              <Tabs.Tab value="sign-up">{t('auth.tabs.signUp')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="sign-in">
              <SignInForm
                busy={enter.isPending}
                onSubmit={(credentials) => enter.mutate({ how: 'sign-in', ...credentials })}
                onPassword={setTypingPassword}
              />
            </Tabs.Panel>
            <Tabs.Panel value="sign-up">
              <SignUpForm
                busy={enter.isPending}
                onSubmit={(person) => enter.mutate({ how: 'sign-up', ...person })}
                onPassword={setTypingPassword}
              />
            </Tabs.Panel>
          </Tabs>
        </Card>
        <DemoSignIns
          busy={enter.isPending}
          onPick={(credentials) => enter.mutate({ how: 'sign-in', ...credentials })}
        />
      </Stack>
    </Container>
  );
}

function homeOf(account: Account): string {
  return account.role === 'admin' ? '/admin' : '/feed';
}

type Entrance =
  | { how: 'sign-in'; email: string; password: string }
  | { how: 'sign-up'; name: string; email: string; password: string };

/** Signs in or up, and is done once it is known who came in. */
function useEnter() {
  const { t } = useTranslation('accounts');
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(entrance: Entrance) {
      if (entrance.how === 'sign-in') await signIn({ email: entrance.email, password: entrance.password });
      else await signUp({ name: entrance.name, email: entrance.email, password: entrance.password });
      await queryClient.refetchQueries({ queryKey: accountQuery.queryKey });
    },
    onSuccess(_, { how }) {
      const said = how === 'sign-in' ? 'auth.welcome' : 'auth.registered';
      toastSuccess(t(`${said}.title`), t(`${said}.text`));
    },
    onError: (error) => toastError(t('failure'), authErrorText(error)),
  });
}
