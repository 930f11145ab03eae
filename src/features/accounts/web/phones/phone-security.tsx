import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastError, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Account, passwordAgain, removePhone, wrongPassword } from '../../contract.ts';
import { authErrorText } from '../auth-error-text.ts';
import { AskPassword } from '../security/ask-password.tsx';
import classes from '../security/security.module.css';
import { SecurityDialog } from '../security/security-dialog.tsx';
import { emitSessionEvent } from '../session/session-events.ts';
import { useSignInRules } from '../sign-in-rules.ts';
import { AddPhone } from './add-phone.tsx';

/** The telephone whose codes sign in: add it, remove it. Nothing where the community sends no text messages. */
export function PhoneSecurity({ account: { phone } }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const { phones } = useSignInRules();
  const [adding, add] = useDisclosure();
  const [removing, setRemoving] = useState<'asked' | 'password' | null>(null);
  const remove = useMutation({
    mutationFn: (password?: string) => call(removePhone, { body: { password } }),
    onSuccess() {
      setRemoving(null);
      emitSessionEvent('USER_UPDATED');
      toastSuccess(t('phonePart.goneTitle'), t('passwordPart.doneText'));
    },
    onError(error) {
      if (isRefusal(error, passwordAgain.code)) setRemoving('password');
      else if (!isRefusal(error, wrongPassword.code)) {
        setRemoving(null);
        toastError(t('phonePart.failed'), authErrorText(error));
      }
    },
  });
  const close = () => {
    setRemoving(null);
    remove.reset();
  };
  if (phones.length === 0 && phone === null) return null;
  return (
    <div className={classes.part}>
      <div className={classes.said}>
        <Text fw={700}>{t('phonePart.title')}</Text>
        {phone && <Text>{phone}</Text>}
        <Text c="dimmed">{t(phone ? 'phonePart.text' : 'phonePart.none')}</Text>
      </div>
      <div className={classes.acts}>
        {phone ? (
          <Button variant="default" onClick={() => setRemoving('asked')}>
            {t('phonePart.remove')}
          </Button>
        ) : (
          <Button variant="light" onClick={add.open}>
            {t('phonePart.add')}
          </Button>
        )}
      </div>
      <SecurityDialog title={t('phonePart.add')} opened={adding} keep onClose={add.close}>
        <AddPhone onDone={add.close} />
      </SecurityDialog>
      <ConfirmDialog
        opened={removing === 'asked'}
        title={t('phonePart.removeTitle')}
        text={t('phonePart.removeText')}
        confirmLabel={t('phonePart.remove')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
        onClose={close}
      />
      <SecurityDialog title={t('phonePart.remove')} opened={removing === 'password'} onClose={close}>
        <AskPassword
          text={t('refusals.accounts.password-again')}
          confirmLabel={t('phonePart.remove')}
          danger
          busy={remove.isPending}
          error={isRefusal(remove.error, passwordAgain.code) ? null : remove.error}
          onConfirm={(password) => remove.mutate(password)}
        />
      </SecurityDialog>
    </div>
  );
}
