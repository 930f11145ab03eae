import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { requestPasswordReset } from '../../contract.ts';
import { EmailField, looksLikeEmail } from '../credential-fields.tsx';
import { useSignInRules } from '../sign-in-rules.ts';
import { AuthFrame } from './auth-frame.tsx';
import { BackToAuth, type SignInState } from './back-to-auth.tsx';
import { WhereLettersGo } from './where-letters-go.tsx';

/** Asks for the letter with the link to a new password, which leads on to the page that the person wanted (`from`). */
export function RequestReset() {
  const { t } = useTranslation('accounts');
  const { state } = useLocation() as { state: SignInState | null };
  const from = state?.from;
  const form = useForm({
    initialValues: { email: state?.email ?? '' },
    validate: { email: (email) => (looksLikeEmail(email) ? null : t('auth.errors.email')) },
  });
  const ask = useMutation({
    mutationFn: (email: string) => call(requestPasswordReset, { body: { email, from } }),
    onError: (error) => toastFailure(error, t('emailPart.sendFailed')),
  });
  const { mail } = useSignInRules();
  const asked = ask.isSuccess;
  return (
    <AuthFrame
      title={t(asked ? 'reset.askedTitle' : 'reset.title')}
      text={asked ? t('reset.askedText', { email: ask.variables }) : t('reset.text')}
      mood={asked ? 'proud' : 'happy'}
      above={asked && <WhereLettersGo />}
      below={<BackToAuth now={form.values} />}
    >
      {asked ? (
        <Stack>
          {mail === 'sent' && <Text>{t('reset.askedHint')}</Text>}
          <Button variant="default" onClick={() => ask.reset()}>
            {t('reset.again')}
          </Button>
        </Stack>
      ) : (
        <form noValidate onSubmit={form.onSubmit(({ email }) => ask.mutate(email.trim()))}>
          <Stack>
            <EmailField {...form.getInputProps('email')} />
            <Button type="submit" loading={ask.isPending}>
              {t('reset.ask')}
            </Button>
          </Stack>
        </form>
      )}
    </AuthFrame>
  );
}
