import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { EmailField, looksLikeEmail } from '../credential-fields.tsx';
import { NewPasswordField } from '../new-password-field.tsx';
import { PolicyLinks } from '../policy-links.tsx';
import { useSignInRules } from '../sign-in-rules.ts';
import { FormError } from './form-error.tsx';

const nameMaxLength = 80;

/** Name, e-mail and password. `onType` hears what is typed, `onPassword` whether the password is being typed. */
export function SignUpForm({
  name,
  email,
  busy,
  error,
  onSubmit,
  onType,
  onPassword,
}: {
  /** What they said of themselves before they came here; empty where they did not. */
  name: string;
  email: string;
  busy: boolean;
  /** Why the last attempt failed, shown above the button. */
  error: string | null;
  onSubmit: (person: { name: string; email: string; password: string }) => void;
  onType: (typed: { name: string; email: string }) => void;
  onPassword: (typing: boolean) => void;
}) {
  const { t } = useTranslation('accounts');
  const { passwordMinLength: min } = useSignInRules();
  const form = useForm({
    initialValues: { name, email, password: '' },
    onValuesChange: onType,
    validate: {
      email: (email) => (looksLikeEmail(email) ? null : t('auth.errors.email')),
      password: (password) => (password.length >= min ? null : t('auth.errors.passwordShort', { min })),
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name, email, password }) =>
        onSubmit({ name: name.trim(), email: email.trim(), password }),
      )}
    >
      <Stack gap="sm">
        <TextInput
          label={t('auth.name')}
          autoComplete="name"
          maxLength={nameMaxLength}
          {...form.getInputProps('name')}
        />
        <EmailField {...form.getInputProps('email')} />
        <NewPasswordField
          password={form.values.password}
          minLength={min}
          onTyping={onPassword}
          {...form.getInputProps('password')}
        />
        <FormError error={error} />
        <Button type="submit" loading={busy}>
          {t('auth.signUp')}
        </Button>
        <PolicyLinks apart />
      </Stack>
    </form>
  );
}
