import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastError, toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Account, requestPasswordReset } from '../../contract.ts';
import { passwordMinLengthFor } from '../../rules.ts';
import { askAuth } from '../ask-auth.ts';
import { authErrorText } from '../auth-error-text.ts';
import { PasswordField } from '../credential-fields.tsx';
import { WhereLettersGo } from '../enter/where-letters-go.tsx';
import { hasPassword } from '../has-password.ts';
import { NewPasswordField } from '../new-password-field.tsx';
import { emitSessionEvent } from '../session/session-events.ts';
import { useSignInRules } from '../sign-in-rules.ts';
import classes from './security.module.css';
import { SecurityDialog } from './security-dialog.tsx';

/**
 * Changes the password, given the current one; every other device is signed out. A person who has none, because they
 * signed up by a provider, gets a letter whose link makes one.
 */
export function PasswordSecurity({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const [changing, dialog] = useDisclosure();
  const letter = useMutation({
    mutationFn: () => call(requestPasswordReset, { body: { email: account.email } }),
    onSuccess: () =>
      toastSuccess(t('emailPart.sentTitle'), t('emailPart.sentText', { email: account.email })),
    onError: (error) => toastFailure(error, t('emailPart.sendFailed')),
  });
  if (!hasPassword(account)) {
    return (
      <div className={classes.part}>
        <div className={classes.said}>
          <Text fw={700}>{t('auth.password')}</Text>
          <Text c="dimmed">{t('passwordPart.none')}</Text>
          {letter.isSuccess && <WhereLettersGo />}
        </div>
        <div className={classes.acts}>
          <Button variant="default" loading={letter.isPending} onClick={() => letter.mutate()}>
            {t('passwordPart.create')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={classes.part}>
      <div className={classes.said}>
        <Text fw={700}>{t('auth.password')}</Text>
        <Text c="dimmed">{t('passwordPart.text')}</Text>
      </div>
      <div className={classes.acts}>
        <Button variant="default" onClick={dialog.open}>
          {t('passwordPart.change')}
        </Button>
      </div>
      <SecurityDialog title={t('passwordPart.change')} opened={changing} onClose={dialog.close}>
        <ChangePassword account={account} onDone={dialog.close} />
      </SecurityDialog>
    </div>
  );
}

function ChangePassword({ account, onDone }: { account: Account; onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const min = passwordMinLengthFor(account, useSignInRules().passwordMinLength);
  const form = useForm({
    initialValues: { current: '', fresh: '' },
    validate: {
      current: (current) => (current ? null : t('auth.errors.passwordMissing')),
      fresh: (fresh) => (fresh.length >= min ? null : t('auth.errors.passwordShort', { min })),
    },
  });
  const change = useMutation({
    mutationFn: ({ current, fresh }: typeof form.values) =>
      askAuth('POST /change-password', { currentPassword: current, newPassword: fresh }),
    onSuccess() {
      emitSessionEvent('USER_UPDATED');
      onDone();
      toastSuccess(t('passwordPart.doneTitle'), t('passwordPart.doneText'));
    },
    onError: (error) => toastError(t('passwordPart.failed'), authErrorText(error)),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack>
        <input type="email" name="email" autoComplete="username" value={account.email} readOnly hidden />
        <PasswordField label={t('passwordPart.current')} data-autofocus {...form.getInputProps('current')} />
        <NewPasswordField
          password={form.values.fresh}
          minLength={min}
          label={t('passwordPart.new')}
          {...form.getInputProps('fresh')}
        />
        <Button type="submit" loading={change.isPending}>
          {t('passwordPart.change')}
        </Button>
      </Stack>
    </form>
  );
}
