import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '../auth-error-text.ts';
import { PasswordField } from '../credential-fields.tsx';

/** Asks for the password before a change to how the person signs in. */
export function AskPassword({
  text,
  confirmLabel,
  danger = false,
  busy,
  error,
  onConfirm,
}: {
  text: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  busy: boolean;
  /** Why the last try failed, shown under the field. */
  error: unknown;
  onConfirm: (password: string) => void;
}) {
  const { t } = useTranslation('accounts');
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : t('auth.errors.passwordMissing')) },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => onConfirm(password))}>
      <Stack>
        <Text>{text}</Text>
        <PasswordField
          data-autofocus
          {...form.getInputProps('password')}
          error={form.errors.password ?? (error ? authErrorText(error) : null)}
        />
        <Button type="submit" color={danger ? 'red' : 'brand'} loading={busy}>
          {confirmLabel}
        </Button>
      </Stack>
    </form>
  );
}
