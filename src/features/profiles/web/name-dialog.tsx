import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSessionStorage } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Account } from '#features/accounts/contract.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { toastFailure } from '#web/ui/toast.ts';
import { profileChange } from '../contract.ts';
import classes from './profile.module.css';
import { useChangeProfile } from './queries.ts';

const nameMaxLength = 80;

/** A name as long as an address may be is read whole. */
const wrapped = { root: classes.wrapped, label: classes.wrappedLabel };

/**
 * Asks a person who signed up without a name for it once, after the question for their age. Closed without an answer,
 * it comes back on the next visit; keeping the name of the address is an answer.
 */
export function NameDialog() {
  const { t } = useTranslation('profiles');
  const { account } = useAccount();
  const [later, setLater] = useSessionStorage({ key: 'sumi.nameLater', defaultValue: false });
  if (!account) return null;
  const isNext = account.role !== 'student' || account.ageAnswered;
  return (
    <Modal
      opened={isNext && !account.nameAnswered && !later}
      onClose={() => setLater(true)}
      title={t('nameDialog.title')}
      closeButtonProps={{ 'aria-label': t('nameDialog.later') }}
    >
      <NameForm account={account} />
    </Modal>
  );
}

function NameForm({ account }: { account: Account }) {
  const { t } = useTranslation('profiles');
  const change = useChangeProfile();
  const form = useForm({
    initialValues: { name: '' },
    validate: {
      name: (name) => (profileChange.safeParse({ name }).success ? null : t('profile.errors.name')),
    },
  });
  const save = (name: string) =>
    change.mutate({ name }, { onError: (error) => toastFailure(error, t('profile.failed')) });
  return (
    <form noValidate onSubmit={form.onSubmit(({ name }) => save(name))}>
      <Stack>
        <Text>{t('nameDialog.text')}</Text>
        <TextInput
          label={t('profile.name')}
          autoComplete="name"
          maxLength={nameMaxLength}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Button type="submit" loading={change.isPending}>
          {t('nameDialog.save')}
        </Button>
        <Button
          variant="subtle"
          classNames={wrapped}
          disabled={change.isPending}
          onClick={() => save(account.name)}
        >
          {t('nameDialog.keep', { name: account.name })}
        </Button>
      </Stack>
    </form>
  );
}
