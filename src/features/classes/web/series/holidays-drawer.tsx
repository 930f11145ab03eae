import { Alert, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { call } from '#web/api/call.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { DayField } from '#web/ui/figures/day-field.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { removeHoliday, setHoliday } from '../../contract.ts';
import { holidaysQuery } from '../managed-queries.ts';
import { CancelHolidayDialog, type Holiday } from './cancel-holiday-dialog.tsx';
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
  const [asked, setAsked] = useState<Holiday | null>(null);
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
          {data?.items.map((holiday) => (
            <HolidayRow
              key={holiday.day}
              holiday={holiday}
              isAdmin={isAdmin}
              onCancel={() => setAsked(holiday)}
            />
          ))}
        </Stack>
      </SideDrawer>
      <CancelHolidayDialog holiday={asked} onCancelled={setTold} onClose={() => setAsked(null)} />
      <TellOfHoliday news={news} onClose={() => setTold(null)} />
    </>
  );
}

function NewHoliday() {
  const { t } = useTranslation('classes');
  const [day, setDay] = useState('');
  const [name, setName] = useState('');
  const add = useAct(() => call(setHoliday, { params: { day }, body: { name } }), {
    stale: ['classes'],
    done: t('holidays.added'),
    failed: t('holidays.failed'),
    onDone() {
      setDay('');
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

function HolidayRow({
  holiday,
  isAdmin,
  onCancel,
}: {
  holiday: Holiday;
  isAdmin: boolean;
  onCancel: () => void;
}) {
  const { t, i18n } = useTranslation('classes');
  const named = useNamed();
  const { day, name, classes } = holiday;
  return (
    <Stack gap="xs" component="section" aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Box flex={1} miw={0}>
          <Text fw={700}>{name}</Text>
          <Text size="sm" c="dimmed">
            {dayInWords(day, i18n.language)}
          </Text>
        </Box>
        {isAdmin && <RemoveHoliday holiday={holiday} />}
      </Group>
      {classes > 0 && (
        <Alert color="cup">
          <Text fw={700}>{t(isAdmin ? 'holidays.classes' : 'holidays.own', { count: classes })}</Text>
          {isAdmin && (
            <Button
              size="sm"
              variant="default"
              mt="xs"
              aria-label={named(t('holidays.cancel'), name)}
              onClick={onCancel}
            >
              {t('holidays.cancel')}
            </Button>
          )}
        </Alert>
      )}
    </Stack>
  );
}

function RemoveHoliday({ holiday: { day, name } }: { holiday: Holiday }) {
  const { t, i18n } = useTranslation('classes');
  const named = useNamed();
  const [asking, setAsking] = useState(false);
  const remove = useAct(() => call(removeHoliday, { params: { day } }), {
    stale: ['classes'],
    done: t('holidays.removed'),
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
        aria-label={named(t('holidays.remove'), name)}
        loading={remove.isPending}
        // The classes that repeat are made for that day, and students see them.
        onClick={() => setAsking(true)}
      >
        {t('holidays.remove')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('holidays.removing.title')}
        text={t('holidays.removing.text', { name, day: dayInWords(day, i18n.language) })}
        confirmLabel={t('holidays.removing.confirm')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
