import { Badge, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import type { Passkey } from '../../contract.ts';
import classes from '../security/security.module.css';
import { SecurityDialog } from '../security/security-dialog.tsx';
import { useSignInRules } from '../sign-in-rules.ts';
import { AddPasskey } from './add-passkey.tsx';
import { ChangePasskey } from './change-passkey.tsx';
import { passkeysQuery } from './queries.ts';

/** Passkeys of the owner's devices: add one, name it, remove it. Nothing where browsers make none for this address. */
export function PasskeySecurity() {
  const { t } = useTranslation('accounts');
  const { passkeys } = useSignInRules();
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [adding, { open, close }] = useDisclosure();
  // Until it is known which there are, it would look as if there were none.
  if (!data && !error) return null;
  if (data?.items.length === 0 && !(passkeys && 'PublicKeyCredential' in window)) return null;
  return (
    <>
      <div className={classes.part}>
        <div className={classes.said}>
          <Text fw={700}>{t('passkeyPart.title')}</Text>
          <Text c="dimmed">{t('passkeyPart.text')}</Text>
        </div>
        {passkeys && (
          <div className={classes.acts}>
            <Button variant="default" onClick={open}>
              {t('passkeyPart.add')}
            </Button>
          </div>
        )}
      </div>
      {!data && <ErrorState isPart error={error} onRetry={refetch} />}
      {data?.items.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
      <SecurityDialog title={t('passkeyPart.add')} opened={adding} onClose={close}>
        <AddPasskey onDone={close} />
      </SecurityDialog>
    </>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('accounts');
  const { day } = useDates();
  const { name, synced, createdAt, lastUsedAt } = passkey;
  return (
    <div className={classes.part}>
      <div className={classes.said}>
        <Text fw={700}>{name}</Text>
        <Text c="dimmed">
          {lastUsedAt
            ? t('passkeyPart.used', { day: day(lastUsedAt) })
            : t('passkeyPart.added', { day: day(createdAt) })}
        </Text>
        {synced && <Badge color="gray">{t('passkeyPart.synced')}</Badge>}
      </div>
      <div className={classes.acts}>
        <ChangePasskey passkey={passkey} />
      </div>
    </div>
  );
}
