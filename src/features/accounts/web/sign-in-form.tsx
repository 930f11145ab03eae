import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { passwordMaxLength } from '../contract.ts';
import { looksLikeEmail } from './looks-like-email.ts';

/** E-mail and password. `onPassword` hears whether the password is being typed. */
export function SignInForm({
  busy,
  onSubmit,
  onPassword,
}: {
  busy: boolean;
  onSubmit: (credentials: { email: string; password: string }) => void;
  onPassword: (typing: boolean) => void;
}) {
  const { t } = useTranslation('accounts');
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (looksLikeEmail(email) ? null : t('auth.errors.email')),
      password: (password) => (password ? null : t('auth.errors.passwordMissing')),
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ email, password }) => onSubmit({ email: email.trim(), password }))}
    >
      <Stack>
        <TextInput
          label={t('auth.email')}
          type="email"
          autoComplete="email"
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('auth.password')}
          autoComplete="current-password"
          required
          maxLength={passwordMaxLength}
          visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
          {...form.getInputProps('password')}
          onFocus={() => onPassword(true)}
          onBlur={() => onPassword(false)}
        />
        <Button type="submit" loading={busy}>
          {t('auth.signIn')}
        </Button>
      </Stack>
    </form>
  );
}
