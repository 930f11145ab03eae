import { Badge, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Account, requestEmailChange } from '../../contract.ts';
import { ConfirmEmailButton } from '../confirm-email-button.tsx';
import { EmailField, looksLikeEmail, PasswordField } from '../credential-fields.tsx';
import { WhereLettersGo } from '../enter/where-letters-go.tsx';
import { hasPassword } from '../has-password.ts';
import classes from './security.module.css';
import { SecurityDialog } from './security-dialog.tsx';

/** The account's address: whether it is confirmed, another letter, and a change of address. */
export function EmailSecurity({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const [changing, dialog] = useDisclosure();
  const [isSent, sent] = useDisclosure();
  return (
    <div className={classes.part}>
      <div className={classes.said}>
        <Text fw={700}>{t('auth.email')}</Text>
        <Text>{account.email}</Text>
        <Badge color={account.emailVerified ? 'green' : 'cup'}>
          {t(account.emailVerified ? 'emailPart.verified' : 'emailPart.unverified')}
        </Badge>
      </div>
      <div className={classes.acts}>
        {!account.emailVerified && (
          <ConfirmEmailButton variant="default" email={account.email} onSent={sent.open} />
        )}
        <Button variant="default" onClick={dialog.open}>
          {t('emailPart.change')}
        </Button>
      </div>
      {isSent && <WhereLettersGo />}
      <SecurityDialog title={t('emailPart.change')} opened={changing} onClose={dialog.close}>
        <ChangeEmail asksPassword={hasPassword(account)} onDone={dialog.close} />
      </SecurityDialog>
    </div>
  );
}

function ChangeEmail({ asksPassword, onDone }: { asksPassword: boolean; onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (looksLikeEmail(email) ? null : t('auth.errors.email')),
      password: (password) => (password || !asksPassword ? null : t('auth.errors.passwordMissing')),
    },
  });
  const change = useMutation({
    mutationFn: (body: { email: string; password: string | undefined }) => call(requestEmailChange, { body }),
    onSuccess(_, { email }) {
      onDone();
      toastSuccess(t('emailPart.sentTitle'), t('emailPart.sentText', { email }));
    },
    onError: (error) => toastFailure(error, t('emailPart.changeFailed')),
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ email, password }) =>
        change.mutate({ email: email.trim(), password: asksPassword ? password : undefined }),
      )}
    >
      <Stack>
        <Text>{t('emailPart.changeText')}</Text>
        <WhereLettersGo />
        <EmailField label={t('emailPart.new')} data-autofocus {...form.getInputProps('email')} />
        {asksPassword && <PasswordField {...form.getInputProps('password')} />}
        <Button type="submit" loading={change.isPending}>
          {t('emailPart.send')}
        </Button>
      </Stack>
    </form>
  );
}
