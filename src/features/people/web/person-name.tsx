import { UnstyledButton } from '@mantine/core';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import type { PersonRow } from '../contract.ts';
import styles from './people.module.css';

/** A person's picture, name and address; the name opens their drawer. */
export function PersonName({ person, onOpen }: { person: PersonRow; onOpen: (id: string) => void }) {
  return (
    <span className={styles.person}>
      <PersonAvatar person={person} />
      <span className={styles.who}>
        <UnstyledButton className={styles.name} onClick={() => onOpen(person.id)}>
          {person.name}
        </UnstyledButton>
        <span className={styles.email}>{person.email}</span>
      </span>
    </span>
  );
}
