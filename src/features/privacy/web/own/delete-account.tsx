import { Alert, Button, List, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wrongPassword } from '#features/accounts/contract.ts';
import { PasswordField } from '#features/accounts/web/credential-fields.tsx';
import { hasPassword } from '#features/accounts/web/has-password.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { call } from '#web/api/call.ts';
import { CallError, isRefusal } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { type DeletionPreview, deleteAccount } from '../../contract.ts';
import { deletionQuery } from '../queries.ts';

/** What goes with the account, what stays, and the form that deletes it; or what has to be done first. */
export function DeleteAccount() {
  const { t } = useTranslation('privacy');
  const { data, error, refetch } = useQuery(deletionQuery);
  if (!data) {
    return error ? (
      <ErrorState error={error} title={t('deletion.failed')} onRetry={refetch} />
    ) : (
      <LoadingBlocks heights={['6rem', '3rem', '3rem']} />
    );
  }
  return (
    <Stack>
      <Losses preview={data} />
      {data.refused ? (
        <Alert color="cup" title={t('deletion.first')}>
          {refusalText(
            new CallError({ status: 409, code: data.refused, detail: { classes: data.classesGiven } }),
          )}
        </Alert>
      ) : (
        <DeleteForm email={data.email} />
      )}
    </Stack>
  );
}

function Losses({ preview }: { preview: DeletionPreview }) {
  const { t } = useTranslation('privacy');
  const { number, money } = useFigures();
  const { coins, seats, orders, certificates, membership, owed } = preview;
  const counted = { coins, seats, orders, certificates };
  return (
    <>
      <Text>{t('deletion.text')}</Text>
      <List>
        <List.Item>{t('deletion.profile')}</List.Item>
        {(['coins', 'seats', 'orders', 'certificates'] as const)
          .filter((what) => counted[what] > 0)
          .map((what) => (
            <List.Item key={what}>
              {t(`deletion.${what}`, { count: counted[what], figure: number(counted[what]) })}
            </List.Item>
          ))}
        {membership && <List.Item>{t('deletion.membership')}</List.Item>}
        {owed.map(({ currency, cents }) => (
          <List.Item key={currency}>{t('deletion.owed', { amount: money(cents, currency) })}</List.Item>
        ))}
      </List>
      <Text c="dimmed">{t('deletion.stays')}</Text>
    </>
  );
}

function DeleteForm({ email }: { email: string }) {
  const { t } = useTranslation('privacy');
  const { account } = useAccount();
  const asksPassword = !account || hasPassword(account);
  const form = useForm({
    initialValues: { typed: '', password: '' },
    validate: {
      typed: (typed) => (typed.trim().toLowerCase() === email ? null : t('refusals.privacy.typed-otherwise')),
      password: (password) => (password || !asksPassword ? null : t('deletion.passwordMissing')),
    },
  });
  const remove = useMutation({
    mutationFn: ({ typed, password }: typeof form.values) =>
      call(deleteAccount, { body: { typed, ...(asksPassword && { password }) } }),
    onSuccess() {
      // A new document: nothing of the person stays in this one.
      window.location.replace('/auth?deleted=');
    },
    onError(error) {
      if (isRefusal(error, wrongPassword.code)) {
        form.setFieldError('password', refusalText(error));
      } else toastFailure(error, t('deletion.notDone'));
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => remove.mutate(values))}>
      <Stack>
        <TextInput
          label={t('deletion.type', { email })}
          type="email"
          autoComplete="off"
          {...form.getInputProps('typed')}
        />
        {asksPassword && <PasswordField {...form.getInputProps('password')} />}
        <Button type="submit" color="red" loading={remove.isPending}>
          {t('deletion.confirm')}
        </Button>
      </Stack>
    </form>
  );
}
