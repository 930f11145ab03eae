import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { passwordMaxLength } from '../contract.ts';
import { looksLikeEmail } from './looks-like-email.ts';
import { PasswordMeter } from './password-meter.tsx';

const passwordMinLength = 6;
const nameMaxLength = 80;

/** Name, e-mail and password. `onPassword` hears whether the password is being typed. */
export function SignUpForm({
  busy,
  onSubmit,
  onPassword,
}: {
  busy: boolean;
  onSubmit: (person: { name: string; email: string; password: string }) => void;
  onPassword: (typing: boolean) => void;
}) {
  const { t } = useTranslation('accounts');
  const form = useForm({
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (name) => (name.trim() && name.trim().length <= nameMaxLength ? null : t('auth.errors.name')),
      email: (email) => (looksLikeEmail(email) ? null : t('auth.errors.email')),
      password: (password) => (password.length >= passwordMinLength ? null : t('auth.errors.passwordShort')),
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name, email, password }) =>
        onSubmit({ name: name.trim(), email: email.trim(), password }),
      )}
    >
      <Stack>
        <TextInput
          label={t('auth.name')}
          description={t('auth.nameHint')}
          autoComplete="name"
          required
          maxLength={nameMaxLength}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('auth.email')}
          type="email"
          autoComplete="email"
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('auth.password')}
          description={t('auth.passwordHint')}
          autoComplete="new-password"
          required
          maxLength={passwordMaxLength}
          visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
          {...form.getInputProps('password')}
          onFocus={() => onPassword(true)}
          onBlur={() => onPassword(false)}
        />
        <PasswordMeter password={form.values.password} />
        <Button type="submit" loading={busy}>
          {t('auth.signUp')}
        </Button>
      </Stack>
    </form>
  );
}
