import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import styles from './roll-call.module.css';
import { useObstacle } from './use-obstacle.ts';

/** A person without a seat, with their state in words, why they get no seat, and what the organiser may do. */
export function PersonRow({
  person: { name, image },
  place,
  state,
  refusal,
  children,
}: {
  person: { name: string; image: string | null };
  /** In a list whose order counts, from 1. */
  place?: number;
  state?: string | null;
  /** The code of what stands in the way; null where nothing does, or all of the list are told it. */
  refusal: string | null;
  children: ReactNode;
}) {
  const obstacle = useObstacle()(refusal);
  return (
    <li className={`${styles.person} ${styles.withoutSeat}`}>
      <span className={styles.left}>
        <PersonAvatar person={{ name, image }} />
        <span className={styles.words}>
          <span className={styles.name}>{place === undefined ? name : `${place}. ${name}`}</span>
          {state && (
            <Text component="span" size="sm" c="dimmed">
              {state}
            </Text>
          )}
          {obstacle && <span className={styles.obstacle}>{obstacle}</span>}
        </span>
      </span>
      <span className={styles.acts}>{children}</span>
    </li>
  );
}
