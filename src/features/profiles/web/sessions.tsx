import { Button, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SignOutScope, signOut } from '#features/accounts/web/session/sign-out.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { CardSection } from './card-section.tsx';
import classes from './profile.module.css';

/** Out of this browser, of the others, or of every one of them. */
export function Sessions() {
  const { t } = useTranslation(['profiles', 'shell']);
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: (scope: SignOutScope) => signOut(scope),
    onSuccess: (_, scope) => scope === 'others' && toastSuccess(t('profile.sessions.othersDone')),
    onError: (error) => toastFailure(error, t('shell:menu.signOutFailed')),
    onSettled: () => setAsking(false),
  });
  return (
    <CardSection part="sessions" title={t('profile.sessions.title')}>
      <Text c="dimmed">{t('profile.sessions.text')}</Text>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconLogout size="1.25rem" aria-hidden />}
          loading={leave.isPending && leave.variables === 'local'}
          onClick={() => leave.mutate('local')}
        >
          {t('profile.sessions.here')}
        </Button>
        <Button
          variant="default"
          loading={leave.isPending && leave.variables === 'others'}
          onClick={() => leave.mutate('others')}
        >
          {t('profile.sessions.others')}
        </Button>
        <Button variant="light" color="red" onClick={() => setAsking(true)}>
          {t('profile.sessions.everywhere')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('profile.sessions.askTitle')}
        text={t('profile.sessions.askText')}
        confirmLabel={t('profile.sessions.everywhere')}
        danger
        busy={leave.isPending && leave.variables === 'global'}
        onConfirm={() => leave.mutate('global')}
        onClose={() => setAsking(false)}
      />
    </CardSection>
  );
}
