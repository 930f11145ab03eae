import { Avatar, Badge, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { tierLooks } from '#features/memberships/web/tier-badge.tsx';
import type { RosterEntry } from '../../contract.ts';
import styles from './roll-call.module.css';

const states = {
  unmarked: { Icon: IconCircleDashed, label: 'roll.unmarked' },
  there: { Icon: IconCircleCheckFilled, label: 'roll.came' },
  absent: { Icon: IconCircleX, label: 'roll.didNot' },
} as const;

/** A person on the roll, marked by a tap; without `onTap` only their name and what is known of them. */
export function RollCallRow({ person, onTap }: { person: RosterEntry; onTap: (() => void) | undefined }) {
  const { t } = useTranslation(['classes', 'shell']);
  const { name, image, tier, paid, attended } = person;
  const state = attended === null ? 'unmarked' : attended ? 'there' : 'absent';
  const { Icon, label } = states[state];
  const { Icon: TierIcon } = tierLooks[tier];
  const shown = (
    <>
      <Avatar src={image} alt="" aria-hidden radius="xl" color="brand">
        {name.charAt(0).toUpperCase()}
      </Avatar>
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        <span className={styles.plan}>
          <TierIcon size="1em" aria-hidden />
          {t(`shell:tiers.${tier}`)}
          {paid && (
            <Badge size="sm" color="coins">
              {t('roll.paid')}
            </Badge>
          )}
        </span>
      </span>
      {(onTap || attended !== null) && (
        <span className={styles.state}>
          <Text span size="sm" fw={600}>
            {t(label)}
          </Text>
          <Icon size="1.75rem" aria-hidden />
        </span>
      )}
    </>
  );
  return (
    <li>
      {onTap ? (
        <button type="button" className={styles.person} data-state={state} onClick={onTap}>
          {shown}
        </button>
      ) : (
        <div className={styles.person} data-state={state}>
          {shown}
        </div>
      )}
    </li>
  );
}
