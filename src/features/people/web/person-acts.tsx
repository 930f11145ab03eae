import { Button } from '@mantine/core';
import {
  IconBan,
  IconCash,
  IconCoin,
  IconCrown,
  IconEye,
  IconEyeOff,
  IconLockOpen,
  IconLogout,
  IconMoodKid,
  IconUserCog,
  IconUserShield,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActsMenu } from '#web/ui/lists/acts-menu.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { PersonDetail } from '../contract.ts';
import {
  AgeGroupDialog,
  BanDialog,
  GiveConsentDialog,
  RevokeConsentDialog,
  SessionsDialog,
  UnbanDialog,
} from './account-dialogs.tsx';
import { CoinsDialog } from './coins-dialog.tsx';
import { MembershipDialog } from './membership-dialog.tsx';
import { HideNameDialog, ShowNameDialog } from './name-dialogs.tsx';
import styles from './people.module.css';
import { RecordPaymentDialog } from './record-payment/record-payment-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

const dialogs = {
  role: RoleDialog,
  membership: MembershipDialog,
  coins: CoinsDialog,
  payment: PaymentDialog,
  ageGroup: AgeGroupDialog,
  consentGive: GiveConsentDialog,
  consentRevoke: RevokeConsentDialog,
  sessions: SessionsDialog,
  ban: BanDialog,
  unban: UnbanDialog,
  hideName: HideNameDialog,
  askName: HideNameDialog,
  showName: ShowNameDialog,
};
export type PersonAct = keyof typeof dialogs;

/**
 * The acts on a person's account: those of every day as buttons, what is seldom done or weighs more in a menu. An act
 * that the administrator may not do is not shown. `act` has its dialog open.
 */
export function PersonActs({
  person,
  act: asked,
  onAct,
}: {
  person: PersonDetail;
  act: PersonAct | null;
  onAct: (act: PersonAct | null) => void;
}) {
  const { t } = useTranslation('people');
  const { allowed, isBanned, nameState, guardian } = person;
  const needsConsent = guardian !== null && ['unasked', 'asked', 'revoked'].includes(guardian.consent);
  const hasConsent = guardian !== null && ['letter', 'paper', 'vouched'].includes(guardian.consent);
  const daily: Offered[] = [
    { act: 'unban', Icon: IconLockOpen, shown: isBanned },
    { act: 'showName', Icon: IconEye, shown: nameState !== 'shown' },
    { act: 'askName', Icon: IconEyeOff, shown: nameState === 'chosen' },
    { act: 'consentGive', Icon: IconUserShield, shown: needsConsent },
    { act: 'membership', Icon: IconCrown, shown: true },
    { act: 'payment', Icon: IconCash, shown: true },
    { act: 'coins', Icon: IconCoin, shown: allowed.moveCoins === null },
  ];
  const seldom: Offered[] = [
    { act: 'role', Icon: IconUserCog, shown: allowed.changeRole === null },
    { act: 'ageGroup', Icon: IconMoodKid, shown: true },
    { act: 'consentRevoke', Icon: IconUserShield, shown: hasConsent, danger: true },
    { act: 'hideName', Icon: IconEyeOff, shown: nameState === 'shown', danger: true },
    { act: 'sessions', Icon: IconLogout, shown: person.openSessions > 0 },
    { act: 'ban', Icon: IconBan, shown: !isBanned && allowed.ban === null, danger: true },
  ];
  const Dialog = asked && dialogs[asked];
  return (
    <section aria-label={t('acts.title')} className={styles.acts}>
      {daily.filter(isShown).map(({ act, Icon }) => (
        <Button
          key={act}
          size="sm"
          variant="default"
          leftSection={<Icon size="1.25rem" aria-hidden />}
          onClick={() => onAct(act)}
        >
          {t(`acts.${act}`)}
        </Button>
      ))}
      <ActsMenu label={t('menu.label', { name: person.name })}>
        {seldom.filter(isShown).map(({ act, Icon, danger }) => (
          <Menu.Item
            key={act}
            {...(danger && { color: 'red' })}
            leftSection={<Icon size="1.25rem" aria-hidden />}
            onClick={() => onAct(act)}
          >
            {t(`acts.${act}`)}
          </Menu.Item>
        ))}
      </ActsMenu>
      {Dialog && <Dialog person={person} onClose={() => onAct(null)} />}
    </section>
  );
}

type Offered = { act: PersonAct; Icon: typeof IconCoin; shown: boolean; danger?: boolean };

const isShown = ({ shown }: Offered) => shown;

function PaymentDialog({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const { id, name, email, tier } = person;
  return (
    <RecordPaymentDialog person={{ id, name, label: `${name} · ${email}` }} tier={tier} onClose={onClose} />
  );
}
