import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { requestSignInLetter } from '../../contract.ts';
import { EmailField, looksLikeEmail } from '../credential-fields.tsx';
import { homeOf } from '../home-of.ts';
import { useAccount } from '../use-account.ts';
import { AuthFrame } from './auth-frame.tsx';
import { BackToAuth, type SignInState } from './back-to-auth.tsx';
import { FormError } from './form-error.tsx';
import { useLinkFrom, useLinkToken } from './link-token.ts';
import { SecondFactorStep } from './second-factor-step.tsx';
import type { LetterProof } from './sign-in.ts';
import { TypeCode } from './type-code.tsx';
import { useEnter } from './use-enter.ts';

export const meta = () => pageMeta(i18n.t('letterCode.title', { ns: 'accounts' }));

/** Signing in without a password: asks for a letter, then for its code, or follows its link; then the second factor. */
export default function EnterPage() {
  const token = useLinkToken();
  const linkFrom = useLinkFrom();
  const { state } = useLocation() as { state: SignInState | null };
  const from = state?.from ?? linkFrom;
  const { account } = useAccount();
  const entering = useEnter({ newcomer: false });
  const { stage, enter, busy, error, startOver } = entering;
  const onProof = (proof: LetterProof) => enter({ how: 'letter', proof });

  if (account) return <Navigate to={from ?? homeOf(account)} replace />;
  if (stage.at === 'code') return <SecondFactorStep {...entering} />;
  const entrance = { busy, error, onProof, startOver };
  return token ? (
    <FollowLink token={token} from={from} {...entrance} />
  ) : (
    <ByCode email={state?.email} from={from} {...entrance} />
  );
}

type Entrance = {
  busy: boolean;
  /** Why the last attempt failed. */
  error: string | null;
  onProof: (proof: LetterProof) => void;
  startOver: () => void;
};

/** The page that the person wanted. */
type Wanted = { from: string | undefined };

/** The person presses a button, because programs that scan mail open links too. */
function FollowLink({ token, from, busy, error, onProof }: Entrance & Wanted & { token: string }) {
  const { t } = useTranslation('accounts');
  return (
    <AuthFrame
      title={t('letterCode.linkTitle')}
      text={t('letterCode.linkText')}
      mood={error ? 'surprised' : 'happy'}
      below={<BackToAuth now={{ from }} />}
    >
      <Stack>
        <FormError error={error} />
        <Button loading={busy} onClick={() => onProof({ token })}>
          {t('letterCode.enter')}
        </Button>
      </Stack>
    </AuthFrame>
  );
}

/** The letter's link leads to the page that the person wanted too. */
function ByCode({
  email,
  from,
  busy,
  error,
  onProof,
  startOver,
}: Entrance & Wanted & { email: string | undefined }) {
  const { t } = useTranslation('accounts');
  const form = useForm({
    initialValues: { email: email ?? '' },
    validate: { email: (email) => (looksLikeEmail(email) ? null : t('auth.errors.email')) },
  });
  const ask = useMutation({
    mutationFn: (email: string) => call(requestSignInLetter, { body: { email, from } }),
    onError: (error) => toastFailure(error, t('emailPart.sendFailed')),
  });
  const back = <BackToAuth now={form.values} />;
  if (ask.data) {
    const { letter } = ask.data;
    return (
      <AuthFrame
        title={t('letterCode.askedTitle')}
        text={t('letterCode.askedText', { email: ask.variables })}
        mood="proud"
        below={back}
      >
        <TypeCode
          busy={busy}
          error={error}
          onCode={(code) => onProof({ letter, code })}
          onAgain={() => {
            startOver();
            ask.reset();
          }}
          label={t('letterCode.label')}
          missing={t('letterCode.missing')}
          hint={t('reset.askedHint')}
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('letterCode.title')} text={t('letterCode.text')} below={back}>
      <form noValidate onSubmit={form.onSubmit(({ email }) => ask.mutate(email.trim()))}>
        <Stack>
          <EmailField {...form.getInputProps('email')} />
          <Button type="submit" loading={ask.isPending}>
            {t('letterCode.ask')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
