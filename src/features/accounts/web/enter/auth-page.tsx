import { Alert, Button, Stack, Tabs } from '@mantine/core';
import { IconInfoCircle, IconPencil } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, Navigate, useLocation, useSearchParams } from 'react-router';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { lazyPart, useLazyPart } from '#web/ui/overlays/lazy-part.ts';
import { keepBegunSignUp, readBegunSignUp } from '../begun-sign-up.ts';
import { homeOf } from '../home-of.ts';
import { useSignInRules } from '../sign-in-rules.ts';
import { useAccount } from '../use-account.ts';
import { AuthFrame } from './auth-frame.tsx';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useEnter } from './use-enter.ts';

const secondFactorStep = lazyPart(async () => (await import('./second-factor-step.tsx')).SecondFactorStep);

// Most communities have no services of others to sign in with.
const ProviderButtons = lazyComponent(async () => (await import('./provider-buttons.tsx')).ProviderButtons);
// Few come back from another service.
const CameBack = lazyComponent(async () => (await import('./came-back.tsx')).CameBack);

// Few come with an error in their address, which it reads and tells.
const CallbackErrorNotice = lazyComponent(
  async () => (await import('./callback-error-notice.tsx')).CallbackErrorNotice,
);

export const meta = () =>
  pageMeta(i18n.t('auth.title', { ns: 'accounts' }), i18n.t('auth.text', { ns: 'accounts' }));

/** Sign-in and sign-up. A signed-in person is sent on: an administrator to the admin area, others to the feed. */
export default function AuthPage() {
  const { t } = useTranslation('accounts');
  const [search] = useSearchParams();
  const registering = search.get('register') === 'true';
  const [tab, setTab] = useState<string | null>(registering ? 'sign-up' : 'sign-in');
  const [typingPassword, setTypingPassword] = useState(false);
  const {
    state,
    search: query,
    hash,
  } = useLocation() as Location<{
    from?: string;
    name?: string;
    email?: string;
    ended?: boolean;
    newcomer?: boolean;
  } | null>;
  const [begun] = useState(readBegunSignUp);
  const [email, setEmail] = useState(begun.email ?? state?.email ?? '');
  const { account } = useAccount();
  const { providers } = useSignInRules();
  // A browser that comes back from a provider: signed in, new, or to be asked for a code.
  const back = search.get('back');
  const entering = useEnter({
    newcomer: state?.newcomer === true,
    ...(back === 'code' && { at: 'code' }),
  });
  const { stage, enter, busy, error, isBanned, startOver } = entering;
  const SecondFactorStep = useLazyPart(secondFactorStep, stage.at === 'code');

  if (account && back) {
    return (
      <Suspense fallback={<LoadingState full />}>
        <CameBack isNew={back === 'new'} home={homeOf(account)} />
      </Suspense>
    );
  }
  if (account) return <Navigate to={state?.from ?? homeOf(account)} replace />;
  if (stage.at === 'code')
    return SecondFactorStep ? <SecondFactorStep {...entering} /> : <LoadingState full />;
  if (stage.at === 'confirm') return <ConfirmAddress email={stage.email} onBack={startOver} />;
  const newcomer = tab === 'sign-up';
  return (
    <AuthFrame
      title={t(newcomer ? 'auth.titleSignUp' : 'auth.title')}
      text={t('auth.text')}
      compact={newcomer}
      mood={typingPassword ? 'shy' : newcomer ? 'proud' : 'happy'}
      above={
        <Notices
          hasError={/[?#&]error/.test(query + hash)}
          hasEnded={state?.ended === true}
          isDeleted={search.has('deleted')}
          registering={registering}
        />
      }
      below={<DemoSignIns busy={busy} onPick={(credentials) => enter({ how: 'sign-in', ...credentials })} />}
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => {
          setTab(chosen);
          startOver();
        }}
      >
        <Tabs.List grow mb={newcomer ? 'sm' : 'lg'}>
          <Tabs.Tab value="sign-in">{t('auth.tabs.signIn')}</Tabs.Tab>
          <Tabs.Tab value="sign-up">{t('auth.tabs.signUp')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sign-in">
          <SignInForm
            email={email}
            from={state?.from}
            busy={busy}
            error={error}
            isBanned={isBanned}
            onSubmit={(credentials) => enter({ how: 'sign-in', ...credentials })}
            onEmail={setEmail}
            onPassword={setTypingPassword}
            onPasskey={() => enter({ how: 'passkey' })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="sign-up">
          <SignUpForm
            name={begun.name ?? state?.name ?? ''}
            email={email}
            busy={busy}
            error={error}
            onSubmit={(person) => enter({ how: 'sign-up', ...person, from: state?.from })}
            onType={(typed) => {
              setEmail(typed.email);
              keepBegunSignUp(typed);
            }}
            onPassword={setTypingPassword}
          />
        </Tabs.Panel>
      </Tabs>
      {providers.length > 0 && (
        <Suspense>
          <ProviderButtons providers={providers} from={state?.from} />
        </Suspense>
      )}
    </AuthFrame>
  );
}

/** Says that the account is made once its address is confirmed by a letter. */
function ConfirmAddress({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation('accounts');
  return (
    <AuthFrame title={t('confirm.title')} text={t('confirm.text', { email })} mood="proud">
      <Stack>
        {t('confirm.hint')}
        <Button variant="default" onClick={onBack}>
          {t('confirm.back')}
        </Button>
      </Stack>
    </AuthFrame>
  );
}

/** Why a person is here, where the address or the page before says so. */
function Notices({
  hasError,
  hasEnded,
  isDeleted,
  registering,
}: {
  /** Another service sent them back with an error. */
  hasError: boolean;
  /** Their session has ended. */
  hasEnded: boolean;
  /** They have deleted their account. */
  isDeleted: boolean;
  registering: boolean;
}) {
  const { t } = useTranslation('accounts');
  return (
    <>
      {hasError && (
        <Suspense>
          <CallbackErrorNotice />
        </Suspense>
      )}
      {hasEnded && (
        <Alert role="status" color="brand" icon={<IconInfoCircle aria-hidden />}>
          {t('refusals.SESSION_EXPIRED')}
        </Alert>
      )}
      {isDeleted && (
        <Alert role="status" color="brand" icon={<IconInfoCircle aria-hidden />}>
          {t('auth.deleted')}
        </Alert>
      )}
      {registering && (
        <Alert color="feed" py="xs" icon={<IconPencil aria-hidden />}>
          {t('auth.notice')}
        </Alert>
      )}
    </>
  );
}
