import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Account, removePhone } from '../../contract.ts';
import { RemoveWayIn } from '../security/remove-way-in.tsx';
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
  const [removing, remove] = useDisclosure();
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
          <Button variant="default" onClick={remove.open}>
            {t('phonePart.remove')}
          </Button>
        ) : (
          <Button variant="default" onClick={add.open}>
            {t('phonePart.add')}
          </Button>
        )}
      </div>
      <SecurityDialog title={t('phonePart.add')} opened={adding} keep onClose={add.close}>
        <AddPhone onDone={add.close} />
      </SecurityDialog>
      <RemoveWayIn
        opened={removing}
        title={t('phonePart.removeTitle')}
        text={t('phonePart.removeText')}
        confirmLabel={t('phonePart.remove')}
        failed={t('phonePart.failed')}
        danger
        send={(password) => call(removePhone, { body: { password } })}
        onRemoved={() => {
          emitSessionEvent('USER_UPDATED');
          toastSuccess(t('phonePart.goneTitle'), t('passwordPart.doneText'));
        }}
        onClose={remove.close}
      />
    </div>
  );
}
