import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconChecks, IconMessage, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { ReportButton } from '#features/reports/web/report-button.tsx';
import { useDates } from '#web/i18n/use-dates.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { enrolRefusals, type ManagedClass, type Roster, type RosterEntry } from '../../contract.ts';
import { LateLeavers } from '../absences/late-leavers.tsx';
import { rosterQuery } from '../managed-queries.ts';
import { SentMessages } from '../messages/sent-messages.tsx';
import { AddStudent } from './add-student.tsx';
import { CloseRoll } from './close-roll.tsx';
import { PayingStudents } from './paying-students.tsx';
import { type Removed, RemoveStudentDialog } from './remove-student-dialog.tsx';
import styles from './roll-call.module.css';
import { choices, RollCallRow } from './roll-call-row.tsx';
import { useMarks } from './use-marks.ts';
import { WaitingStudents } from './waiting-students.tsx';

/**
 * The roster of a class. Before the start its organiser enrols students and takes seats away; from then on they mark
 * who attended, and close the roll. Until a day after the end they write to all of them.
 */
export function RollCall({ liveClass, onWrite }: { liveClass: ManagedClass; onWrite: () => void }) {
  const { t } = useTranslation('classes');
  const { account } = useAccount();
  const { data, error, refetch } = useQuery(rosterQuery(liveClass.id));
  const { mark, markRest, markEntered, note } = useMarks(liveClass.id);
  const [removing, setRemoving] = useState<Removed | null>(null);
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <LoadingBlocks heights={['4.5rem']} times={4} gap="xs" />;
  const people = data.items;
  const isOwn = liveClass.teacherId === account?.id;
  const mayMark = liveClass.allowed.callRoll === null;
  const mayRemove = liveClass.allowed.removeStudent === null;
  const mayRemoveSeat = ({ walkedIn }: RosterEntry) =>
    walkedIn ? liveClass.allowed.closeRoll === null : mayRemove;
  // Once the roll is closed, only the absences that it recorded.
  const mayNote = ({ attended, absence, missingCounts }: RosterEntry) =>
    mayMark && attended === false && (absence !== null || (missingCounts && data.closedAt === null));
  return (
    <Stack gap="sm">
      {people.length > 0 && <RollState liveClass={liveClass} roster={data} />}
      {people.length === 0 && (
        <EmptyState title={t('roll.empty')} text={t('roll.emptyText')} titleOrder={3} />
      )}
      {people.length > 0 && liveClass.allowed.sendMessage === null && (
        <Button
          variant="default"
          leftSection={<IconMessage size="1.25rem" aria-hidden />}
          aria-haspopup="dialog"
          onClick={onWrite}
        >
          {t('messages.open')}
        </Button>
      )}
      {mayMark && <MarkEntered people={people} onMark={markEntered} />}
      {mayMark && <MarkRest people={people} onMark={markRest} />}
      {people.length > 0 && (
        <div>
          {mayMark && (
            <div className={styles.columns} aria-hidden>
              {choices.map(({ label }) => (
                <span key={label}>{t(label)}</span>
              ))}
            </div>
          )}
          <ul className={styles.people} aria-label={t('roll.label')}>
            {people.map((person) => (
              <RollCallRow
                key={person.userId}
                person={person}
                isOwn={isOwn}
                onMark={mayMark ? (attended) => mark(person.userId, attended) : undefined}
                onRemove={
                  mayRemoveSeat(person)
                    ? () => setRemoving({ ...person, has: person.paid ? 'paid-seat' : 'seat' })
                    : undefined
                }
                onNote={mayNote(person) ? (given) => note(person.userId, given) : undefined}
              />
            ))}
          </ul>
        </div>
      )}
      <PayingStudents
        people={data.paying}
        onRemove={mayRemove ? (person) => setRemoving({ ...person, has: 'seat-to-pay' }) : undefined}
      />
      <WaitingStudents
        classId={liveClass.id}
        people={data.waiting}
        onRemove={
          mayRemove
            ? (person) => setRemoving({ ...person, has: person.offeredUntil ? 'offer' : 'wait' })
            : undefined
        }
      />
      <LateLeavers people={data.leftLate} onNote={note} />
      <AddStudent liveClass={liveClass} />
      {people.length > 0 && liveClass.allowed.closeRoll === null && <CloseRoll roster={data} />}
      <SentMessages classId={liveClass.id} />
      {isOwn && mayMark && (
        <div>
          <ReportButton kind="class" subject={liveClass.id} title={liveClass.title} look="words" />
        </div>
      )}
      <RemoveStudentDialog
        liveClass={liveClass}
        person={removing}
        onRemoved={() => setRemoving(null)}
        onClose={() => setRemoving(null)}
      />
    </Stack>
  );
}

/** One tap for everyone who came through Sumi and has no mark yet. */
function MarkEntered({ people, onMark }: { people: readonly RosterEntry[]; onMark: () => void }) {
  const { t } = useTranslation('classes');
  const entered = people.filter(({ attended, enteredAt }) => attended === null && enteredAt !== null).length;
  if (entered === 0) return null;
  return (
    <Button color="teach" leftSection={<IconVideo size="1.25rem" aria-hidden />} onClick={onMark}>
      {t('roll.markEntered', { count: entered })}
    </Button>
  );
}

/** Buttons that mark all students without a mark at once. */
function MarkRest({
  people,
  onMark,
}: {
  people: readonly RosterEntry[];
  onMark: (attended: boolean) => void;
}) {
  const { t } = useTranslation('classes');
  const unmarked = people.filter(({ attended }) => attended === null).length;
  if (unmarked === 0) return null;
  const isFirst = unmarked === people.length;
  return (
    <Group grow gap="xs" preventGrowOverflow={false}>
      <Button
        variant="default"
        leftSection={<IconChecks size="1.25rem" aria-hidden />}
        onClick={() => onMark(true)}
      >
        {t(isFirst ? 'roll.allCame' : 'roll.restCame')}
      </Button>
      <Button variant="default" onClick={() => onMark(false)}>
        {t(isFirst ? 'roll.nobodyCame' : 'roll.restDidNot')}
      </Button>
    </Group>
  );
}

/** Why the roll cannot be called yet, how far it is, or when it was closed. */
function RollState({ liveClass, roster }: { liveClass: ManagedClass; roster: Roster }) {
  const { t } = useTranslation('classes');
  const { moment } = useDates();
  const refusal = liveClass.allowed.callRoll;
  if (refusal !== null) {
    return (
      <Text size="sm" c="dimmed">
        {t(refusal === enrolRefusals.cancelled.code ? 'moment.cancelled' : 'roll.notYet')}
      </Text>
    );
  }
  const people = roster.items;
  const there = people.filter(({ attended }) => attended === true).length;
  const marked = people.filter(({ attended }) => attended !== null).length;
  return (
    <Stack gap="xs">
      <Group justify="space-between" aria-live="polite">
        <Text size="sm" fw={700}>
          {t('roll.marked', { count: marked, all: people.length })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('roll.there', { count: there })}
        </Text>
      </Group>
      {roster.closedAt ? (
        <Text size="sm">{t('roll.close.closed', { moment: moment(roster.closedAt) })}</Text>
      ) : (
        <Progress
          value={(marked / people.length) * 100}
          color="teach"
          aria-label={t('roll.marked', { count: marked, all: people.length })}
        />
      )}
    </Stack>
  );
}
