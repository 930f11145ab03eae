import { Button, Checkbox, Select, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#shared/time/calendar-days.ts';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { joinTime } from '#shared/time/dates.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { call } from '#web/api/call.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { copyWeek, type WeekCopy } from '../../contract.ts';
import { possibleTeachersQuery, weekCopiesQuery } from '../managed-queries.ts';
import styles from '../seat/class-card.module.css';

const weeksOffered = 8;
const shortDay = { day: 'numeric', month: 'short' } as const;
const weekday = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** Copies the classes and clubs of the week in view into another one: what will be made is read and chosen first. */
export function CopyWeekDrawer({
  opened,
  monday,
  thisMonday,
  isAdmin,
  onCopied,
  onClose,
}: {
  opened: boolean;
  /** The Monday of the week that is copied. */
  monday: string;
  /** The Monday of this week. */
  thisMonday: string;
  /** Administrators copy the classes of all teachers or of one. */
  isAdmin: boolean;
  onCopied: (monday: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  return (
    <SideDrawer opened={opened} onClose={onClose} size="md" title={t('copyWeek.open')}>
      <Copying key={monday} monday={monday} thisMonday={thisMonday} isAdmin={isAdmin} onCopied={onCopied} />
    </SideDrawer>
  );
}

function Copying({
  monday,
  thisMonday,
  isAdmin,
  onCopied,
}: {
  monday: string;
  thisMonday: string;
  isAdmin: boolean;
  onCopied: (monday: string) => void;
}) {
  const { t, i18n } = useTranslation('classes');
  const first = monday < thisMonday ? thisMonday : addDays(monday, 7);
  const [to, setTo] = useState(first);
  const [teacherId, setTeacherId] = useState<string | null>(null);
  // What the organiser took off or put on; the others are as the server proposes.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const asked = { from: monday, to, ...(teacherId && { teacherId }) };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...weekCopiesQuery(asked),
    placeholderData: keepPreviousData,
  });
  const teachers = useQuery({ ...possibleTeachersQuery, enabled: isAdmin });
  const weekOf = (day: string) =>
    t('copyWeek.week', {
      from: dayInWords(day, i18n.language, shortDay),
      to: dayInWords(addDays(day, 6), i18n.language, shortDay),
    });
  const isOn = ({ id, state }: WeekCopy) => isOffered(state) && (chosen.get(id) ?? state === 'free');
  const classIds = (data?.items ?? []).filter(isOn).map(({ id }) => id);
  const copy = useAct(() => call(copyWeek, { body: { ...asked, classIds } }), {
    stale: ['classes'],
    done: ({ made }) => t('copyWeek.done', { count: made }),
    failed: t('copyWeek.failed'),
    onDone: () => onCopied(to),
  });
  return (
    <Stack>
      <Text fw={700}>{weekOf(monday)}</Text>
      <Text c="dimmed">{t('copyWeek.text')}</Text>
      <Select
        label={t('copyWeek.to')}
        allowDeselect={false}
        value={to}
        onChange={(day) => day && setTo(day)}
        data={Array.from({ length: weeksOffered }, (_, later) => addDays(first, later * 7)).map((day) => ({
          value: day,
          label: weekOf(day),
        }))}
      />
      {isAdmin && (
        <Select
          label={t('admin.filters.teacher')}
          placeholder={t('copyWeek.anyTeacher')}
          clearable
          searchable
          value={teacherId}
          onChange={setTeacherId}
          data={(teachers.data?.items ?? []).map(({ userId, name }) => ({ value: userId, label: name }))}
        />
      )}
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <LoadingBlocks heights={['3rem']} times={4} gap="xs" />}
      {data?.items.length === 0 && (
        <EmptyState title={t('copyWeek.empty')} text={t('copyWeek.emptyText')} titleOrder={3} />
      )}
      {data && data.items.length > 0 && (
        <Stack gap="sm" role="group" aria-label={t('copyWeek.which')}>
          {data.items.map((item) => (
            <Choice
              key={item.id}
              copy={item}
              withTeacher={isAdmin && !teacherId}
              checked={isOn(item)}
              onChange={(on) => setChosen(new Map([...chosen, [item.id, on]]))}
            />
          ))}
        </Stack>
      )}
      <DialogActs>
        <Button
          color="live"
          leftSection={<IconCopy size="1.25rem" aria-hidden />}
          loading={copy.isPending}
          // Until the chosen week is read, the list says what would be copied into the one before.
          disabled={isPlaceholderData || classIds.length === 0}
          onClick={() => copy.mutate()}
        >
          {t('copyWeek.confirm', { count: classIds.length })}
        </Button>
      </DialogActs>
    </Stack>
  );
}

function isOffered(state: WeekCopy['state']): boolean {
  return state === 'free' || state === 'clash';
}

function Choice({
  copy: { title, teacherName, startsAt, state, because },
  withTeacher,
  checked,
  onChange,
}: {
  copy: WeekCopy;
  withTeacher: boolean;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  const { t, i18n } = useTranslation('classes');
  const { time } = useDates();
  const zone = useReaderZone();
  const facts = [
    joinTime(dayInWords(calendarDay(startsAt, zone), i18n.language, weekday), time(startsAt), i18n.language),
    ...(withTeacher ? [teacherName] : []),
    ...(state === 'free' ? [] : [t(`copyWeek.states.${state}`, { because })]),
  ];
  return (
    <Checkbox
      classNames={{ label: styles.words, description: styles.words }}
      label={title}
      description={facts.join(' · ')}
      checked={checked}
      disabled={!isOffered(state)}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
