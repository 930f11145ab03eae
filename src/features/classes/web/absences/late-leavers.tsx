import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import type { Roster } from '../../contract.ts';
import styles from '../attendance/roll-call.module.css';
import { type Note, NoteMenu } from './note-menu.tsx';

/** The students who left a club so late that it counts, whom no roll lists. */
export function LateLeavers({
  people,
  onNote,
}: {
  people: Roster['leftLate'];
  onNote: (userId: string, note: Note) => void;
}) {
  const { t } = useTranslation('classes');
  if (people.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={700}>
        {t('absences.leftLate')}
      </Text>
      <ul className={styles.people} aria-label={t('absences.leftLate')}>
        {people.map(({ userId, name, image, absence }) => (
          <li key={userId} className={styles.person}>
            <span className={styles.left}>
              <PersonAvatar person={{ name, image }} />
              <span className={styles.name}>{name}</span>
            </span>
            <div className={styles.note}>
              <NoteMenu name={name} absence={absence} onNote={(note) => onNote(userId, note)} />
            </div>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
