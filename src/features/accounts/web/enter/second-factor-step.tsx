import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from './auth-frame.tsx';
import { FormError } from './form-error.tsx';
import { focus } from './type-code.tsx';
import type { useEnter } from './use-enter.ts';

/** The second step of each way in: a code of the app, or a backup code where the phone is away. */
export function SecondFactorStep({
  busy,
  error,
  enter,
  startOver,
}: Omit<ReturnType<typeof useEnter>, 'stage'>) {
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
    <AuthFrame title={t('code.title')} mood="shy">
      <form noValidate onSubmit={form.onSubmit(({ code }) => enter({ how: 'code', code, backup }))}>
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
            ref={focus}
            {...form.getInputProps('code')}
          />
          <FormError error={error} />
          <Button type="submit" loading={busy}>
            {t('auth.signIn')}
          </Button>
          <Button variant="subtle" onClick={turn}>
            {t(backup ? 'code.useApp' : 'code.useBackup')}
          </Button>
          <Button variant="subtle" onClick={startOver}>
            {t('code.back')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
