import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { toastError } from '#web/ui/toasts/toast.ts';
import { resetPassword } from '../../contract.ts';
import { authErrorText } from '../auth-error-text.ts';
import { NewPasswordField } from '../new-password-field.tsx';
import { emitSessionEvent } from '../session/session-events.ts';
import { useSignInRules } from '../sign-in-rules.ts';
import { AuthFrame } from './auth-frame.tsx';
import { useLinkFrom } from './link-token.ts';
import { resetLinkQuery } from './queries.ts';

/** The page of a reset link: a form for the new password, or why the link no longer works. */
export function ChooseNewPassword({ token }: { token: string }) {
  const { t } = useTranslation('accounts');
  const { passwordMinLength: membersMin } = useSignInRules();
  const from = useLinkFrom();
  const link = useQuery(resetLinkQuery(token));
  const email = link.data?.email;
  // An administrator's is longer.
  const min = link.data?.passwordMinLength ?? membersMin;
  useEffect(() => {
    if (email) emitSessionEvent('PASSWORD_RECOVERY');
  }, [email]);
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (password) => (password.length >= min ? null : t('auth.errors.passwordShort', { min })),
    },
  });
  const save = useMutation({
    mutationFn: (password: string) => call(resetPassword, { body: { token, password } }),
    // The account's sessions have ended, also one in this browser.
    onSuccess: () => emitSessionEvent('USER_UPDATED'),
    onError: (error) => toastError(t('passwordPart.failed'), authErrorText(error)),
  });

  if (save.data) {
    return (
      <AuthFrame title={t('reset.doneTitle')} text={t('reset.doneText')} mood="proud">
        <Button component={Link} to="/auth" state={{ email: save.data.email, from }} fullWidth>
          {t('auth.signIn')}
        </Button>
      </AuthFrame>
    );
  }
  const failure = isOver(save.error) ? save.error : link.error;
  if (failure) {
    return (
      <AuthFrame title={t('reset.failedTitle')} text={refusalText(failure)} mood="surprised">
        <Stack>
          {isOver(failure) ? (
            <Button component={Link} to="/auth/reset" state={{ from }}>
              {t('reset.again')}
            </Button>
          ) : (
            <Button onClick={() => link.refetch()}>{t('reset.retry')}</Button>
          )}
        </Stack>
      </AuthFrame>
    );
  }
  if (!email) return <LoadingState />;
  return (
    <AuthFrame title={t('reset.chooseTitle')} text={t('reset.chooseText', { email })}>
      <form noValidate onSubmit={form.onSubmit(({ password }) => save.mutate(password))}>
        <Stack>
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <NewPasswordField
            password={form.values.password}
            minLength={min}
            label={t('reset.newPassword')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={save.isPending}>
            {t('reset.save')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}

/** Whether the link itself was refused, so that a retry cannot help. */
function isOver(error: unknown): boolean {
  return error instanceof CallError && error.code.startsWith('accounts/link-');
}
