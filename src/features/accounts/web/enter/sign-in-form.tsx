import { Anchor, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmailField, looksLikeEmail, PasswordField } from '../credential-fields.tsx';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { useSignInRules } from '../sign-in-rules.ts';
import { FormError } from './form-error.tsx';

/** E-mail and password. `onEmail` hears what is typed, `onPassword` whether the password is being typed. */
export function SignInForm({
  email,
  from,
  busy,
  error,
  isBanned,
  onSubmit,
  onEmail,
  onPassword,
  onPasskey,
}: {
  email: string;
  /** The page that the person wanted. */
  from?: string | undefined;
  busy: boolean;
  /** Why the last attempt failed, shown above the button. */
  error: string | null;
  isBanned: boolean;
  onSubmit: (credentials: { email: string; password: string }) => void;
  onEmail: (email: string) => void;
  onPassword: (typing: boolean) => void;
  onPasskey: () => void;
}) {
  const { t } = useTranslation('accounts');
  const { mail, phones } = useSignInRules();
  const form = useForm({
    initialValues: { email, password: '' },
    onValuesChange: (values) => onEmail(values.email),
    validate: {
      email: (email) => (looksLikeEmail(email) ? null : t('auth.errors.email')),
      password: (password) => (password ? null : t('auth.errors.passwordMissing')),
    },
  });
  const away = { email: form.values.email, from };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ email, password }) => onSubmit({ email: email.trim(), password }))}
    >
      <Stack>
        <EmailField {...form.getInputProps('email')} />
        <PasswordField {...form.getInputProps('password')} onTyping={onPassword} />
        <FormError error={error} isBanned={isBanned} />
        <Button type="submit" loading={busy}>
          {t('auth.signIn')}
        </Button>
        <PasskeyButton busy={busy} onPick={onPasskey} />
        {mail === 'sent' && (
          <Anchor component={Link} to="/auth/enter" state={away} ta="center" py="sm">
            {t('letterCode.open')}
          </Anchor>
        )}
        {phones.length > 0 && (
          <Anchor component={Link} to="/auth/phone" state={away} ta="center" py="sm">
            {t('phoneCode.open')}
          </Anchor>
        )}
        <Anchor component={Link} to="/auth/reset" state={away} ta="center" py="sm">
          {t('auth.forgot')}
        </Anchor>
      </Stack>
    </form>
  );
}
