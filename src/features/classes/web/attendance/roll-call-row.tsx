import { Badge } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconVideo, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { tierLooks } from '#features/memberships/web/tier-badge.tsx';
import { ReportButton } from '#features/reports/web/report-button.tsx';
import { languageName } from '#shared/language-name.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import type { RosterEntry } from '../../contract.ts';
import { type Note, NoteMenu } from '../absences/note-menu.tsx';
import { RemoveButton } from './remove-button.tsx';
import styles from './roll-call.module.css';

/** The two marks, in the order of their columns. */
export const choices = [
  { attended: true, Icon: IconCheck, label: 'roll.came' },
  { attended: false, Icon: IconX, label: 'roll.didNot' },
] as const;

/**
 * A student on the roster with a button for each mark; without `onMark` the row cannot be marked. The row is as low as
 * its targets allow: facts that do not fit in one line open with the name. One who is absent has a line more, with
 * `onNote`, for the reason. With `onRemove` a button takes the seat away: beside the name before the class, where no
 * marks are; in the opened row of a walk-in.
 */
export function RollCallRow({
  person,
  isOwn,
  onMark,
  onNote,
  onRemove,
}: {
  person: RosterEntry;
  /** The reader gives the class. */
  isOwn: boolean;
  onMark: ((attended: boolean) => void) | undefined;
  onRemove: (() => void) | undefined;
  onNote: ((note: Note) => void) | undefined;
}) {
  const { t } = useTranslation('classes');
  const named = useNamed();
  const [open, { toggle }] = useDisclosure(false);
  const { name, image, attended } = person;
  const state = attended === null ? 'unmarked' : attended ? 'there' : 'absent';
  return (
    <li className={styles.person} data-state={state}>
      <button type="button" className={styles.who} aria-expanded={open} onClick={toggle}>
        <PersonAvatar person={{ name, image }} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <Facts person={person} isOwn={isOwn} />
        </span>
      </button>
      {onMark && (
        <span className={styles.marks}>
          {choices.map(({ attended: choice, Icon, label }) => (
            <button
              key={label}
              type="button"
              className={styles.mark}
              data-mark={choice ? 'there' : 'absent'}
              aria-pressed={attended === choice}
              aria-label={named(t(label), name)}
              onClick={() => onMark(choice)}
            >
              <Icon size="1.5rem" aria-hidden />
            </button>
          ))}
        </span>
      )}
      {onRemove && !onMark && <RemoveButton name={name} onRemove={onRemove} />}
      {onNote && (
        <div className={styles.note}>
          <NoteMenu name={name} absence={person.absence} onNote={onNote} />
        </div>
      )}
      {open && (
        <span className={styles.report}>
          <ReportButton kind="name" subject={person.userId} title={name} look="words" />
          {onRemove && onMark && <RemoveButton name={name} onRemove={onRemove} />}
        </span>
      )}
    </li>
  );
}

/** Level, history with the teacher, languages and plan of a student. */
function Facts({ person, isOwn }: { person: RosterEntry; isOwn: boolean }) {
  const { t, i18n } = useTranslation(['classes', 'shell']);
  const { dayOfYear, shortDay, time } = useDates();
  const zone = useReaderZone();
  const yearOf = (instant: string) => calendarDay(instant, zone).slice(0, 4);
  const { tier, paid, level, languages, visits, lastVisitAt, enteredAt } = person;
  const { Icon: TierIcon } = tierLooks[tier];
  const history = () => {
    if (!lastVisitAt) return t(isOwn ? 'roll.firstTime' : 'roll.firstTimeOfOther');
    const isThisYear = yearOf(lastVisitAt) === yearOf(new Date().toISOString());
    const day = isThisYear ? dayOfYear(lastVisitAt) : shortDay(lastVisitAt);
    return t('roll.visits', { count: visits, day });
  };
  const facts = [
    ...(level ? [t(`shell:levels.${level}`)] : []),
    history(),
    ...languages.map((code) => languageName(code, i18n.language)),
    t(`shell:tiers.${tier}`),
  ];
  return (
    <span className={styles.facts}>
      {enteredAt && (
        <Badge size="sm" color="teach" mr="0.375rem" leftSection={<IconVideo size="0.875rem" aria-hidden />}>
          {t('roll.entered', { time: time(enteredAt) })}
        </Badge>
      )}
      <TierIcon size="1em" aria-hidden className={styles.tier} />
      {paid && (
        <Badge size="sm" color="coins" mr="0.375rem">
          {t('roll.paid')}
        </Badge>
      )}
      {facts.join(' · ')}
    </span>
  );
}
