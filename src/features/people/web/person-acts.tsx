import { Button } from '@mantine/core';
import {
  IconBan,
  IconCoin,
  IconCrown,
  IconLockOpen,
  IconLogout,
  IconMoodKid,
  IconUserCog,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonDetail } from '../contract.ts';
import { AgeGroupDialog, BanDialog, SessionsDialog, UnbanDialog } from './account-dialogs.tsx';
import { CoinsDialog } from './coins-dialog.tsx';
import { MembershipDialog } from './membership-dialog.tsx';
import styles from './people.module.css';
import { RoleDialog } from './role-dialog.tsx';

const dialogs = {
  role: RoleDialog,
  membership: MembershipDialog,
  coins: CoinsDialog,
  ageGroup: AgeGroupDialog,
  sessions: SessionsDialog,
  ban: BanDialog,
  unban: UnbanDialog,
};
type Act = keyof typeof dialogs;

/** What can be done about a person; what whoever looks may not do to them is not offered. */
export function PersonActs({ person }: { person: PersonDetail }) {
  const { t } = useTranslation('people');
  const [asked, setAsked] = useState<Act | null>(null);
  const { allowed, isBanned } = person;
  const acts: { act: Act; Icon: typeof IconCoin; shown: boolean; danger?: boolean }[] = [
    { act: 'role', Icon: IconUserCog, shown: allowed.changeRole === null },
    { act: 'membership', Icon: IconCrown, shown: true },
    { act: 'coins', Icon: IconCoin, shown: allowed.moveCoins === null },
    { act: 'ageGroup', Icon: IconMoodKid, shown: true },
    { act: 'sessions', Icon: IconLogout, shown: person.openSessions > 0 },
    { act: 'unban', Icon: IconLockOpen, shown: isBanned },
    { act: 'ban', Icon: IconBan, shown: !isBanned && allowed.ban === null, danger: true },
  ];
  const Dialog = asked && dialogs[asked];
  return (
    <section aria-label={t('acts.title')} className={styles.acts}>
      {acts
        .filter(({ shown }) => shown)
        .map(({ act, Icon, danger }) => (
          <Button
            key={act}
            size="sm"
            variant={danger ? 'light' : 'default'}
            {...(danger && { color: 'red' })}
            leftSection={<Icon size="1.25rem" aria-hidden />}
            onClick={() => setAsked(act)}
          >
            {t(`acts.${act}`)}
          </Button>
        ))}
      {Dialog && <Dialog person={person} onClose={() => setAsked(null)} />}
    </section>
  );
}
