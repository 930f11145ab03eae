import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Account } from '#features/accounts/contract.ts';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { changeProfile, profileChange } from '../contract.ts';
import classes from './profile.module.css';
import { useCacheProfile } from './queries.ts';

const nameMaxLength = 80;

/** A name as long as an address may be is read whole. */
const wrapped = { root: classes.wrapped, label: classes.wrappedLabel };

/** A name to type, or the name of the address to keep. */
export function NameForm({ account }: { account: Account }) {
  const { t } = useTranslation('profiles');
  const cache = useCacheProfile();
  const change = useAct((name: string) => call(changeProfile, { body: { name } }), {
    stale: ['accounts'],
    failed: t('profile.failed'),
    onDone: cache,
  });
  const form = useForm({
    initialValues: { name: '' },
    validate: {
      name: (name) => (profileChange.safeParse({ name }).success ? null : t('profile.errors.name')),
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ name }) => change.mutate(name))}>
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
          onClick={() => change.mutate(account.name)}
        >
          {t('nameDialog.keep', { name: account.name })}
        </Button>
      </Stack>
    </form>
  );
}
