import { Alert, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#shared/time/calendar-days.ts';
import { daysInWords } from '#shared/time/calendar-words.ts';
import { call } from '#web/api/call.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { DayField } from '#web/ui/figures/day-field.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { removeHoliday, setHoliday } from '../../contract.ts';
import { mostHolidayDays, stretchesOf } from '../../rules.ts';
import { holidaysQuery } from '../managed-queries.ts';
import { CancelHolidayDialog, classesOn, type Holidays } from './cancel-holiday-dialog.tsx';
import type { HolidayNews } from './holiday-text.ts';
import { TellOfHoliday } from './tell-of-holiday.tsx';

/**
 * The days without classes that repeat, each with the classes that are on it all the same. Administrators keep them,
 * teachers read them.
 */
export function HolidaysDrawer({
  opened,
  isAdmin,
  onClose,
}: {
  opened: boolean;
  isAdmin: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const { data, error, refetch } = useQuery({ ...holidaysQuery, enabled: opened });
  const [asked, setAsked] = useState<Holidays | null>(null);
  const [news, setTold] = useState<HolidayNews | null>(null);
  return (
    <>
      <SideDrawer opened={opened} onClose={onClose} size="md" title={t('holidays.title')}>
        <Stack gap="lg">
          <Text c="dimmed">{t(isAdmin ? 'holidays.text' : 'holidays.textOfTeacher')}</Text>
          {isAdmin && <NewHoliday />}
          {error && !data && <ErrorState error={error} onRetry={refetch} />}
          {!data && !error && <LoadingBlocks heights={['3rem']} times={3} />}
          {data?.items.length === 0 && <Text>{t('holidays.none')}</Text>}
          {stretchesOf(data?.items ?? []).map((holidays) => (
            <HolidaysRow
              key={holidays.first}
              holidays={holidays}
              isAdmin={isAdmin}
              onCancel={() => setAsked(holidays)}
            />
          ))}
        </Stack>
      </SideDrawer>
      <CancelHolidayDialog holidays={asked} onCancelled={setTold} onClose={() => setAsked(null)} />
      <TellOfHoliday news={news} onClose={() => setTold(null)} />
    </>
  );
}

function NewHoliday() {
  const { t } = useTranslation('classes');
  const [day, setDay] = useState('');
  const [until, setUntil] = useState('');
  const [name, setName] = useState('');
  const undo = useAct(
    async (added: readonly string[]) => {
      // Days that were holidays before may lie between them, and stay.
      for (const { first, last } of stretchesOf(added.map((each) => ({ day: each, name: '' })))) {
        await call(removeHoliday, { params: { day: first }, query: { until: last } });
      }
    },
    {
      stale: ['classes'],
      done: (_, added) => t(added.length > 1 ? 'holidays.removedDays' : 'holidays.removed'),
      failed: t('holidays.failed'),
    },
  );
  const add = useAct(() => call(setHoliday, { params: { day }, body: { name, ...(until && { until }) } }), {
    stale: ['classes'],
    failed: t('holidays.failed'),
    onDone({ added }) {
      const title = t(added.length > 1 ? 'holidays.addedDays' : 'holidays.added');
      if (added.length === 0) toastSuccess(title);
      else toastUndo({ title, undoLabel: t('seat.undo'), onUndo: () => undo.mutate(added) });
      setDay('');
      setUntil('');
      setName('');
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="sm">
        <DayField required label={t('holidays.day')} value={day} onChange={setDay} />
        <DayField
          label={t('holidays.until')}
          description={t('holidays.untilText', { most: mostHolidayDays })}
          min={day || undefined}
          max={day ? addDays(day, mostHolidayDays - 1) : undefined}
          value={until}
          onChange={setUntil}
        />
        <TextInput
          required
          label={t('holidays.name')}
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <DialogActs>
          <Button
            type="submit"
            color="live"
            loading={add.isPending}
            disabled={day === '' || name.trim() === ''}
          >
            {t('holidays.add')}
          </Button>
        </DialogActs>
      </Stack>
    </form>
  );
}

function HolidaysRow({
  holidays,
  isAdmin,
  onCancel,
}: {
  holidays: Holidays;
  isAdmin: boolean;
  onCancel: () => void;
}) {
  const { t, i18n } = useTranslation('classes');
  const named = useNamed();
  const { first, last, name } = holidays;
  const { classes } = classesOn(holidays);
  const isOneDay = first === last;
  const cancel = t(isOneDay ? 'holidays.cancel' : 'holidays.cancelDays');
  const count = { count: classes };
  const days = daysInWords(first, last, i18n.language);
  // Another one may have the same name.
  const label = `${name} · ${days}`;
  return (
    <Stack gap="xs" component="section" aria-label={label}>
      <Group justify="space-between" wrap="nowrap">
        <Box flex={1} miw={0}>
          <Text fw={700}>{name}</Text>
          <Text size="sm" c="dimmed">
            {days}
          </Text>
        </Box>
        {isAdmin && <RemoveHolidays holidays={holidays} label={label} />}
      </Group>
      {classes > 0 && (
        <Alert color="cup">
          <Text fw={700}>
            {isAdmin
              ? t(isOneDay ? 'holidays.classes' : 'holidays.classesOfDays', count)
              : t(isOneDay ? 'holidays.own' : 'holidays.ownOfDays', count)}
          </Text>
          {isAdmin && (
            <Button size="sm" variant="default" mt="xs" aria-label={named(cancel, label)} onClick={onCancel}>
              {cancel}
            </Button>
          )}
        </Alert>
      )}
    </Stack>
  );
}

function RemoveHolidays({ holidays: { first, last, name }, label }: { holidays: Holidays; label: string }) {
  const { t, i18n } = useTranslation('classes');
  const named = useNamed();
  const [asking, setAsking] = useState(false);
  const isOneDay = first === last;
  const remove = useAct(() => call(removeHoliday, { params: { day: first }, query: { until: last } }), {
    stale: ['classes'],
    done: t(isOneDay ? 'holidays.removed' : 'holidays.removedDays'),
    failed: t('holidays.failed'),
    onDone: () => setAsking(false),
  });
  return (
    <>
      <Button
        size="sm"
        flex="none"
        variant="default"
        leftSection={<IconTrash size="1.25rem" aria-hidden />}
        aria-label={named(t('holidays.remove'), label)}
        loading={remove.isPending}
        // The classes that repeat are made for these days, and students see them.
        onClick={() => setAsking(true)}
      >
        {t('holidays.remove')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t(isOneDay ? 'holidays.removing.title' : 'holidays.removing.titleDays')}
        text={t(isOneDay ? 'holidays.removing.text' : 'holidays.removing.textDays', {
          name,
          day: daysInWords(first, last, i18n.language),
        })}
        confirmLabel={t('holidays.removing.confirm')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
