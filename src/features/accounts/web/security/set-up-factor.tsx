import { Button, Code, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useMutation } from '#web/api/use-mutation.ts';
import { QrCode } from '#web/ui/share/qr-code.tsx';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { askAuth } from '../ask-auth.ts';
import { authErrorText } from '../auth-error-text.ts';
import { emitSessionEvent } from '../session/session-events.ts';
import { AskPassword } from './ask-password.tsx';
import { BackupCodes } from './backup-codes.tsx';
import classes from './security.module.css';

const setup = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });

/**
 * Password, backup codes, then the app's first code, which switches it on. The backup codes come before: from that
 * moment on signing in needs one of them.
 */
export function SetUpFactor({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const [saved, setSaved] = useState(false);
  const begin = useMutation({
    mutationFn: async (password: string) =>
      setup.parse(await askAuth('POST /two-factor/enable', { password })),
  });
  const confirm = useMutation({
    mutationFn: (code: string) =>
      askAuth('POST /two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') }),
    onSuccess() {
      emitSessionEvent('USER_UPDATED');
      toastSuccess(t('factor.onTitle'), t('factor.onDone'));
      onDone();
    },
  });
  const step = !begin.data ? 0 : saved ? 2 : 1;
  return (
    <Stack>
      <div>
        <Text size="sm" c="dimmed" mb="xs">
          {t('factor.step', { n: step + 1 })}
        </Text>
        <Progress size="sm" value={((step + 1) / 3) * 100} aria-hidden />
      </div>
      {step === 0 && (
        <AskPassword
          text={t('factor.passwordText')}
          confirmLabel={t('factor.next')}
          busy={begin.isPending}
          error={begin.error}
          onConfirm={begin.mutate}
        />
      )}
      {begin.data && step === 1 && (
        <>
          <BackupCodes codes={begin.data.backupCodes} />
          <Button onClick={() => setSaved(true)}>{t('factor.codesKept')}</Button>
        </>
      )}
      {begin.data && step === 2 && (
        <FirstCode
          uri={begin.data.totpURI}
          busy={confirm.isPending}
          error={confirm.error}
          onCode={confirm.mutate}
        />
      )}
    </Stack>
  );
}

function FirstCode({
  uri,
  busy,
  error,
  onCode,
}: {
  uri: string;
  busy: boolean;
  error: unknown;
  onCode: (code: string) => void;
}) {
  const { t } = useTranslation('accounts');
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() ? null : t('code.missing')) },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ code }) => onCode(code))}>
      <Stack>
        <Text>{t('factor.scan')}</Text>
        <QrCode text={uri} label={t('factor.qr')} />
        <Text size="sm" c="dimmed" component="div">
          {t('factor.typeInstead')}
          <Code block mt="xs" className={classes.secret}>
            {secret.replaceAll(/(.{4})/g, '$1 ').trim()}
          </Code>
        </Text>
        <TextInput
          label={t('code.label')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          {...form.getInputProps('code')}
          error={form.errors.code ?? (error ? authErrorText(error) : null)}
        />
        <Button type="submit" loading={busy}>
          {t('factor.setUp')}
        </Button>
      </Stack>
    </form>
  );
}
