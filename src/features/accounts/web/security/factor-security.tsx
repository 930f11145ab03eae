import { Alert, Badge, Button, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../contract.ts';
import { shouldHaveSecondFactor } from '../../rules.ts';
import { hasPassword } from '../has-password.ts';
import { NewBackupCodes } from './new-backup-codes.tsx';
import classes from './security.module.css';
import { SecurityDialog } from './security-dialog.tsx';
import { SetUpFactor } from './set-up-factor.tsx';
import { SwitchOffFactor } from './switch-off-factor.tsx';

type Doing = 'setUp' | 'codes' | 'off';

/**
 * The second factor: set it up, make new backup codes, switch it off. Administrators and teachers are urged to have
 * one.
 */
export function FactorSecurity({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const [doing, setDoing] = useState<Doing | null>(null);
  const [dismissed, setDismissed] = useLocalStorage({
    key: `sumi.secondFactorNotice.${account.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const done = () => setDoing(null);
  const on = account.secondFactor;
  const urged = !on && !dismissed && shouldHaveSecondFactor(account);
  return (
    <>
      <div className={classes.part}>
        <div className={classes.said}>
          <Text fw={700}>{t('factor.title')}</Text>
          <Text c="dimmed">{t(on ? 'factor.onText' : 'factor.offText')}</Text>
          <Badge color={on ? 'green' : 'gray'}>{t(on ? 'factor.on' : 'factor.off')}</Badge>
        </div>
        <div className={classes.acts}>
          {on && hasPassword(account) && (
            <Button variant="default" onClick={() => setDoing('codes')}>
              {t('factor.newCodes')}
            </Button>
          )}
          {hasPassword(account) ? (
            <Button variant={on ? 'default' : 'filled'} onClick={() => setDoing(on ? 'off' : 'setUp')}>
              {t(on ? 'factor.switchOff' : 'factor.setUp')}
            </Button>
          ) : (
            <Text c="dimmed">{t('passwordPart.first')}</Text>
          )}
        </div>
      </div>
      {urged && (
        <Alert
          color="teach"
          icon={<IconShieldCheck aria-hidden />}
          withCloseButton
          closeButtonLabel={t('factor.later')}
          onClose={() => setDismissed(true)}
        >
          {t(account.role === 'admin' || account.factorDue ? 'factor.urgeAdmin' : 'factor.urgeTeacher')}
        </Alert>
      )}
      <SecurityDialog title={t('factor.title')} opened={doing === 'setUp'} keep onClose={done}>
        <SetUpFactor onDone={done} />
      </SecurityDialog>
      <SecurityDialog title={t('factor.newCodes')} opened={doing === 'codes'} keep onClose={done}>
        <NewBackupCodes onDone={done} />
      </SecurityDialog>
      <SecurityDialog title={t('factor.title')} opened={doing === 'off'} onClose={done}>
        <SwitchOffFactor onDone={done} />
      </SecurityDialog>
    </>
  );
}
