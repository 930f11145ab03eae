import { Avatar, Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { enrolRefusals, type Roster } from '../../contract.ts';
import styles from './roll-call.module.css';
import { useEnrolStudent } from './use-enrol-student.ts';
import { useObstacle } from './use-obstacle.ts';

/** The students who wait for a seat, the one who is next first, with a button for each who can get one now. */
export function WaitingStudents({ classId, people }: { classId: string; people: Roster['waiting'] }) {
  const { t } = useTranslation('classes');
  if (people.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={700}>
        {t('wait.list', { count: people.length })}
      </Text>
      <ol className={styles.people} aria-label={t('wait.list', { count: people.length })}>
        {people.map((person, at) => (
          <Waiting key={person.userId} classId={classId} person={person} place={at + 1} />
        ))}
      </ol>
    </Stack>
  );
}

/** What every student who waits is told by the list itself. */
const ofTheList: readonly (string | null)[] = [enrolRefusals.full.code, enrolRefusals.keptForWaiting.code];

function Waiting({
  classId,
  person: { userId, name, image, offeredUntil, refusal },
  place,
}: {
  classId: string;
  person: Roster['waiting'][number];
  place: number;
}) {
  const { t } = useTranslation('classes');
  const { nearMoment } = useDates();
  const inWords = useObstacle();
  const enrol = useEnrolStudent(classId, { userId, name });
  const obstacle = ofTheList.includes(refusal) ? null : inWords(refusal);
  return (
    <li className={styles.person}>
      <span className={styles.left}>
        <Avatar src={image} alt="" aria-hidden radius="xl" size="2rem" color="brand">
          {name.charAt(0).toUpperCase()}
        </Avatar>
        <span className={styles.words}>
          <span className={styles.name}>
            {place}. {name}
          </span>
          {offeredUntil && (
            <Text component="span" size="sm" c="dimmed">
              {t('wait.offeredTo', { until: nearMoment(offeredUntil) })}
            </Text>
          )}
          {obstacle && <span className={styles.obstacle}>{obstacle}</span>}
        </span>
      </span>
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
    </li>
  );
}
