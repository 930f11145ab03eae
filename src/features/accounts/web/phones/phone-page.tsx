import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { requestSignInSms, type TypedNumber } from '../../contract.ts';
import { authErrorText } from '../auth-error-text.ts';
import { AuthFrame } from '../enter/auth-frame.tsx';
import { BackToAuth, type SignInState } from '../enter/back-to-auth.tsx';
import { SecondFactorStep } from '../enter/second-factor-step.tsx';
import { TypeCode } from '../enter/type-code.tsx';
import { useEnter } from '../enter/use-enter.ts';
import { homeOf } from '../home-of.ts';
import { signInRulesQuery } from '../sign-in-rules.ts';
import { useAccount } from '../use-account.ts';
import { NumberForm } from './number-form.tsx';

export const meta = () => pageMeta(i18n.t('phoneCode.title', { ns: 'accounts' }));

/** Signing in by a code to a telephone: asks for a text message, then for its code; then the second factor. */
export default function PhonePage() {
  const { t } = useTranslation('accounts');
  const { state } = useLocation() as { state: SignInState | null };
  const { account } = useAccount();
  const entering = useEnter({ newcomer: false });
  const { stage, enter, busy, error, startOver } = entering;
  const rules = useQuery(signInRulesQuery);
  const [typed, setTyped] = useState<TypedNumber>();
  const ask = useMutation({
    mutationFn: ({ number }: { number: TypedNumber; shown: string }) =>
      call(requestSignInSms, { body: number }),
    onMutate: ({ number }) => setTyped(number),
  });

  if (account) return <Navigate to={state?.from ?? homeOf(account)} replace />;
  if (rules.data?.phones.length === 0) return <Navigate to="/auth" state={state} replace />;
  if (stage.at === 'code') return <SecondFactorStep {...entering} />;
  if (ask.data) {
    const { sms } = ask.data;
    return (
      <AuthFrame
        title={t('phoneCode.askedTitle')}
        text={t('phoneCode.askedText', { phone: ask.variables.shown })}
        mood="proud"
        below={<BackToAuth />}
      >
        <TypeCode
          label={t('phoneCode.label')}
          missing={t('phoneCode.missing')}
          hint={t('phoneCode.hint')}
          busy={busy}
          error={error}
          onCode={(code) => enter({ how: 'phone', proof: { sms, code } })}
          onAgain={() => {
            startOver();
            ask.reset();
          }}
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('phoneCode.title')} text={t('phoneCode.text')} below={<BackToAuth />}>
      {rules.data ? (
        <NumberForm
          typed={typed}
          busy={ask.isPending}
          error={ask.error ? authErrorText(ask.error) : null}
          onNumber={(number, shown) => ask.mutate({ number, shown })}
        />
      ) : rules.error ? (
        <ErrorState error={rules.error} onRetry={() => rules.refetch()} />
      ) : (
        <LoadingState />
      )}
    </AuthFrame>
  );
}
