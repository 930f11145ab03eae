import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormError } from './form-error.tsx';

/** The six digits of a letter or a text message. */
export function TypeCode({
  label,
  missing,
  hint,
  confirmLabel,
  busy,
  error,
  onCode,
  onAgain,
}: {
  label: string;
  /** What is said while these are no six digits. */
  missing: string;
  /** What to do when nothing arrives. */
  hint?: string;
  confirmLabel?: string;
  busy: boolean;
  /** Why the last attempt failed. */
  error: string | null;
  onCode: (code: string) => void;
  onAgain: () => void;
}) {
  const { t } = useTranslation('accounts');
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? null : missing) },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ code }) => onCode(code.replaceAll(/\s/g, '')))}>
      <Stack>
        <TextInput
          label={label}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          required
          ref={focus}
          {...form.getInputProps('code')}
        />
        <FormError error={error} />
        <Button type="submit" loading={busy}>
          {confirmLabel ?? t('letterCode.enter')}
        </Button>
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        <Button variant="subtle" onClick={onAgain}>
          {t('letterCode.again')}
        </Button>
      </Stack>
    </form>
  );
}

/** The step before had the focus, and is gone. */
export function focus(field: HTMLInputElement | null) {
  field?.focus();
}
