import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '../auth-error-text.ts';

/** Asks what its owner calls a passkey. */
export function PasskeyName({
  name = '',
  hint,
  confirmLabel,
  busy,
  error,
  onConfirm,
}: {
  name?: string;
  hint?: string;
  confirmLabel: string;
  busy: boolean;
  /** Why the last try failed, shown under the field. */
  error: unknown;
  onConfirm: (name: string) => void;
}) {
  const { t } = useTranslation('accounts');
  const form = useForm({
    initialValues: { name },
    validate: { name: (name) => (name.trim() ? null : t('passkeyPart.nameMissing')) },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ name }) => onConfirm(name.trim()))}>
      <Stack>
        <TextInput
          data-autofocus
          label={t('passkeyPart.name')}
          description={hint}
          maxLength={60}
          {...form.getInputProps('name')}
          error={form.errors.name ?? (error ? authErrorText(error) : null)}
        />
        <Button type="submit" loading={busy}>
          {confirmLabel}
        </Button>
      </Stack>
    </form>
  );
}
