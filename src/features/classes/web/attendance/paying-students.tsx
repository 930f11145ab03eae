import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import type { Roster } from '../../contract.ts';
import { PersonRow } from './person-row.tsx';
import { RemoveButton } from './remove-button.tsx';
import styles from './roll-call.module.css';

type Person = Roster['paying'][number];

/** The students whose seat is held while they pay for it. With `onRemove` it can be taken away. */
export function PayingStudents({
  people,
  onRemove,
}: {
  people: readonly Person[];
  onRemove: ((person: Person) => void) | undefined;
}) {
  const { t } = useTranslation('classes');
  const { nearMoment } = useDates();
  if (people.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={700}>
        {t('roll.paying.list', { count: people.length })}
      </Text>
      <ul className={styles.people} aria-label={t('roll.paying.list', { count: people.length })}>
        {people.map((person) => (
          <PersonRow
            key={person.userId}
            person={person}
            state={t(person.hasVoucher ? 'roll.paying.voucher' : 'roll.paying.until', {
              until: nearMoment(person.heldUntil),
            })}
            refusal={null}
          >
            {onRemove && <RemoveButton name={person.name} onRemove={() => onRemove(person)} />}
          </PersonRow>
        ))}
      </ul>
    </Stack>
  );
}
