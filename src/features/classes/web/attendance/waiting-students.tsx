import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { enrolRefusals, type Roster } from '../../contract.ts';
import { PersonRow } from './person-row.tsx';
import { RemoveButton } from './remove-button.tsx';
import styles from './roll-call.module.css';
import { useEnrolStudent } from './use-enrol-student.ts';

type Person = Roster['waiting'][number];

/**
 * The students who wait for a seat, the one who is next first, with a button for each who can get one now. A student to
 * whom one is offered waits no more: the others have the numbers that they read themselves. With `onRemove` they can be
 * taken off the list.
 */
export function WaitingStudents({
  classId,
  people,
  onRemove,
}: {
  classId: string;
  people: readonly Person[];
  onRemove: ((person: Person) => void) | undefined;
}) {
  const { t } = useTranslation('classes');
  if (people.length === 0) return null;
  const waiting = people.filter(({ offeredUntil }) => offeredUntil === null);
  const heading = t('wait.list', { count: waiting.length });
  return (
    <Stack gap="xs">
      <Text size="sm" fw={700}>
        {heading}
      </Text>
      <ol className={styles.people} aria-label={heading}>
        {people.map((person) => (
          <Waiting
            key={person.userId}
            classId={classId}
            person={person}
            place={person.offeredUntil ? undefined : waiting.indexOf(person) + 1}
            onRemove={onRemove && (() => onRemove(person))}
          />
        ))}
      </ol>
    </Stack>
  );
}

/** What every student who waits is told by the list itself. */
const ofTheList: readonly (string | null)[] = [enrolRefusals.full.code, enrolRefusals.keptForWaiting.code];

function Waiting({
  classId,
  person,
  place,
  onRemove,
}: {
  classId: string;
  person: Person;
  place: number | undefined;
  onRemove: (() => void) | undefined;
}) {
  const { t } = useTranslation('classes');
  const { nearMoment } = useDates();
  const { name, offeredUntil, refusal } = person;
  const enrol = useEnrolStudent(classId, person);
  return (
    <PersonRow
      person={person}
      place={place}
      state={offeredUntil && t('wait.offeredTo', { until: nearMoment(offeredUntil) })}
      refusal={ofTheList.includes(refusal) ? null : refusal}
    >
      {refusal === null && (
        <Button
          variant="default"
          loading={enrol.isPending}
          aria-label={t('roll.give.waitingNamed', { name })}
          onClick={() => enrol.mutate()}
        >
          {t('roll.give.waiting')}
        </Button>
      )}
      {onRemove && <RemoveButton name={name} onRemove={onRemove} />}
    </PersonRow>
  );
}
