import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from './form-error.tsx';
import type { SecondFactorCode } from './sign-in.ts';

/** The second step of signing in: a code of the app, or a backup code where the phone is away. */
export function CodeForm({
  busy,
  error,
  onSubmit,
  onBack,
}: {
  busy: boolean;
  /** Why the last attempt failed, shown above the button. */
  error: string | null;
  onSubmit: (code: SecondFactorCode) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation('accounts');
  const [backup, setBackup] = useState(false);
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() ? null : t('code.missing')) },
  });
  const turn = () => {
    form.reset();
    setBackup(!backup);
  };
  return (
    <form noValidate onSubmit={form.onSubmit(({ code }) => onSubmit({ code, backup }))}>
      <Stack>
        <Text>{t(backup ? 'code.backupText' : 'code.text')}</Text>
        <TextInput
          key={String(backup)}
          label={t(backup ? 'code.backupLabel' : 'code.label')}
          inputMode={backup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          maxLength={20}
          required
          data-autofocus
          ref={(input) => input?.focus()}
          {...form.getInputProps('code')}
        />
        <FormError error={error} />
        <Button type="submit" loading={busy}>
          {t('auth.signIn')}
        </Button>
        <Button variant="subtle" onClick={turn}>
          {t(backup ? 'code.useApp' : 'code.useBackup')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t('code.back')}
        </Button>
      </Stack>
    </form>
  );
}
