import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { call } from '#web/api/call.ts';
import { mayPass } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { pageMeta } from '#web/page-meta.ts';
import { followLink } from '../../contract.ts';
import { emitSessionEvent } from '../session/session-events.ts';
import { useAccount } from '../use-account.ts';
import { AuthFrame } from './auth-frame.tsx';
import { FormError } from './form-error.tsx';
import { useLinkFrom, useLinkToken } from './link-token.ts';

export const meta = () => pageMeta(i18n.t('verify.title', { ns: 'accounts' }));

/**
 * The page of a link that confirms an address. The person has to press a button, because programs that scan mail open
 * links too.
 */
export default function VerifyPage() {
  const { t } = useTranslation('accounts');
  const token = useLinkToken();
  const from = useLinkFrom();
  const { account } = useAccount();
  const follow = useMutation({
    mutationFn: (token: string) => call(followLink, { body: { token } }),
    onSuccess: () => emitSessionEvent('USER_UPDATED'),
  });

  if (follow.data) {
    const { did, email } = follow.data;
    if (did === 'guardian-consent') return <Navigate to="/" replace />;
    return (
      <AuthFrame
        title={t(did === 'sign-up' ? 'auth.registered.title' : 'verify.doneTitle')}
        text={t(`verify.done.${did}`, { email })}
        mood="proud"
      >
        {account ? (
          <Button component={Link} to="/profile" fullWidth>
            {t('verify.toProfile')}
          </Button>
        ) : (
          <Button component={Link} to="/auth" state={{ email, newcomer: did === 'sign-up', from }} fullWidth>
            {t('auth.signIn')}
          </Button>
        )}
      </AuthFrame>
    );
  }
  const refusal = mayPass(follow.error) ? null : follow.error;
  if (!token || refusal) {
    return (
      <AuthFrame
        title={t('verify.failedTitle')}
        text={refusal ? refusalText(refusal) : t('verify.noLink')}
        mood="surprised"
      >
        <Button component={Link} to={account ? '/profile' : '/auth'} variant="default" fullWidth>
          {t(account ? 'verify.toProfile' : 'auth.signIn')}
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('verify.title')} text={t('verify.text')}>
      <Stack>
        <FormError error={follow.error && refusalText(follow.error)} />
        <Button loading={follow.isPending} onClick={() => follow.mutate(token)}>
          {t('verify.confirm')}
        </Button>
      </Stack>
    </AuthFrame>
  );
}
