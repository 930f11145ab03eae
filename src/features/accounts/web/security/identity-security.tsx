import { Badge, Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { toastError, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Account, passwordAgain, unlinkIdentity, wrongPassword } from '../../contract.ts';
import { type ProviderId, providerIds } from '../../rules.ts';
import { authErrorText } from '../auth-error-text.ts';
import { CallbackErrorNotice } from '../enter/callback-error-notice.tsx';
import { linkProvider } from '../enter/leave-for-provider.ts';
import { ProviderIcon } from '../provider-icon.tsx';
import { emitSessionEvent } from '../session/session-events.ts';
import { useSignInRules } from '../sign-in-rules.ts';
import { AskPassword } from './ask-password.tsx';
import classes from './security.module.css';
import { SecurityDialog } from './security-dialog.tsx';

type Change = { link: string } | { unlink: string };

/** Accounts of other services that sign in to this one: connect one, or disconnect it. */
export function IdentitySecurity({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const { providers } = useSignInRules();
  const [asking, setAsking] = useState<Change | null>(null);
  const [leaving, setLeaving] = useState<string | null>(null);
  const change = useMutation({
    async mutationFn({ what, password }: { what: Change; password?: string }) {
      if ('link' in what) return linkProvider(what.link, password);
      return call(unlinkIdentity, { params: { id: what.unlink }, body: { password } });
    },
    onSuccess(_, { what }) {
      setLeaving(null);
      setAsking(null);
      // The browser came back from the provider without an answer.
      if ('link' in what) return;
      emitSessionEvent('USER_UPDATED');
      toastSuccess(t('identityPart.goneTitle'), t('passwordPart.doneText'));
    },
    onError(error, { what }) {
      if (isRefusal(error, passwordAgain.code)) {
        setLeaving(null);
        setAsking(what);
      } else if (!isRefusal(error, wrongPassword.code))
        toastError(t('identityPart.failed'), authErrorText(error));
    },
  });
  useLinkedToast();
  const identities = account.identities.flatMap(({ id, provider }) =>
    // The others have parts of their own.
    providerIds.includes(provider as ProviderId) ? [{ id, provider: provider as ProviderId }] : [],
  );
  // One whose settings are gone has no name of its own any more.
  const nameOf = (provider: ProviderId) =>
    providers.find(({ id }) => id === provider)?.name ?? t(`identityPart.kinds.${provider}`);
  const open = providers.filter(({ id }) => !identities.some(({ provider }) => provider === id));
  const close = () => {
    setAsking(null);
    change.reset();
  };
  const isChanging = (id: string) =>
    change.isPending && !asking && Object.values(change.variables.what).includes(id);
  const left = identities.find(({ id }) => id === leaving);
  const shown = useLast(left?.provider ?? null);
  if (providers.length === 0 && identities.length === 0) return null;
  return (
    <div className={classes.part}>
      <div className={classes.said}>
        <Text fw={700}>{t('identityPart.title')}</Text>
        <Text c="dimmed">{t('identityPart.text')}</Text>
        <Group gap="xs">
          {identities.map(({ id, provider }) => (
            <Badge key={id} color="green">
              {nameOf(provider)}
            </Badge>
          ))}
        </Group>
        <CallbackErrorNotice />
      </div>
      <div className={classes.acts}>
        {identities.map(({ id, provider }) => (
          <Button
            key={id}
            variant="default"
            loading={isChanging(id)}
            disabled={change.isPending}
            onClick={() => setLeaving(id)}
          >
            {t('identityPart.disconnect', { name: nameOf(provider) })}
          </Button>
        ))}
        {open.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            leftSection={<ProviderIcon id={id} />}
            loading={isChanging(id)}
            disabled={change.isPending}
            onClick={() => change.mutate({ what: { link: id } })}
          >
            {t('identityPart.connect', { name })}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        opened={left !== undefined}
        title={shown ? t('identityPart.removeTitle', { name: nameOf(shown) }) : ''}
        text={t('identityPart.removeText')}
        confirmLabel={t('identityPart.remove')}
        busy={change.isPending}
        onConfirm={() => left && change.mutate({ what: { unlink: left.id } })}
        onClose={() => setLeaving(null)}
      />
      <SecurityDialog title={t('identityPart.title')} opened={asking !== null} onClose={close}>
        {asking && (
          <AskPassword
            text={t('refusals.accounts.password-again')}
            confirmLabel={t('factor.next')}
            busy={change.isPending}
            error={isRefusal(change.error, passwordAgain.code) ? null : change.error}
            onConfirm={(password) => change.mutate({ what: asking, password })}
          />
        )}
      </SecurityDialog>
    </div>
  );
}

/** Says once that an account was connected, to the browser that comes back from the provider. */
function useLinkedToast(): void {
  const { t } = useTranslation('accounts');
  const [search, setSearch] = useSearchParams();
  const isLinked = search.has('linked');
  useEffect(() => {
    if (!isLinked) return;
    setSearch({}, { replace: true });
    toastSuccess(t('identityPart.doneTitle'), t('identityPart.doneText'));
  }, [isLinked, setSearch, t]);
}
