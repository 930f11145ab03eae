import { Alert, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { dayInWords } from '#web/i18n/calendar-words.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { cancelHoliday, removeHoliday, setHoliday } from '../../contract.ts';
import { holidays } from '../queries.ts';

type Holiday = { day: string; name: string; classes: number };

/** The days without classes that repeat, for administrators: each with the classes that are on it all the same. */
export function HolidaysDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('classes');
  const { data, error, refetch } = useQuery({ ...holidays, enabled: opened });
  const [asked, setAsked] = useState<Holiday | null>(null);
  return (
    <>
      <SideDrawer opened={opened} onClose={onClose} size="md" title={t('holidays.title')}>
        <Stack gap="lg">
          <Text c="dimmed">{t('holidays.text')}</Text>
          <NewHoliday />
          {error && !data && <ErrorState error={error} onRetry={refetch} />}
          {!data && !error && <LoadingBlocks heights={['3rem']} times={3} />}
          {data?.items.length === 0 && <Text>{t('holidays.none')}</Text>}
          {data?.items.map((holiday) => (
            <HolidayRow key={holiday.day} holiday={holiday} onCancel={() => setAsked(holiday)} />
          ))}
        </Stack>
      </SideDrawer>
      <CancelDay holiday={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function NewHoliday() {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const [day, setDay] = useState('');
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => call(setHoliday, { params: { day }, body: { name } }),
    onSuccess: () => {
      setDay('');
      setName('');
    },
    onError: (failure) => toastFailure(failure, t('holidays.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          type="date"
          required
          label={t('holidays.day')}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <TextInput
          required
          label={t('holidays.name')}
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button
            type="submit"
            color="live"
            loading={add.isPending}
            disabled={day === '' || name.trim() === ''}
          >
            {t('holidays.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function HolidayRow({ holiday, onCancel }: { holiday: Holiday; onCancel: () => void }) {
  const { t, i18n } = useTranslation('classes');
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { day, name, classes } = holiday;
  const inWords = dayInWords(day, i18n.language);
  const remove = useMutation({
    mutationFn: () => call(removeHoliday, { params: { day } }),
    onError: (failure) => toastFailure(failure, t('holidays.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <Stack gap="xs" component="section" aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Box flex={1} miw={0}>
          <Text fw={700}>{name}</Text>
          <Text size="sm" c="dimmed">
            {inWords}
          </Text>
        </Box>
        <Button
          size="sm"
          flex="none"
          variant="default"
          leftSection={<IconTrash size="1.25rem" aria-hidden />}
          aria-label={t('holidays.removeOf', { name })}
          loading={remove.isPending}
          // The classes that repeat are made for that day, and students see them.
          onClick={() => setAsking(true)}
        >
          {t('holidays.remove')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('holidays.removing.title')}
        text={t('holidays.removing.text', { name, day: inWords })}
        confirmLabel={t('holidays.removing.confirm')}
        onConfirm={() => {
          setAsking(false);
          remove.mutate();
        }}
        onClose={() => setAsking(false)}
      />
      {classes > 0 && (
        <Alert color="cup">
          <Text fw={700} mb="xs">
            {t('holidays.classes', { count: classes })}
          </Text>
          <Button size="sm" variant="default" onClick={onCancel}>
            {t('holidays.cancel')}
          </Button>
        </Alert>
      )}
    </Stack>
  );
}

/** Asks for the reason and cancels the classes of a holiday. */
function CancelDay({ holiday, onClose }: { holiday: Holiday | null; onClose: () => void }) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: ({ day, reason }: { day: string; reason: string }) =>
      call(cancelHoliday, { params: { day }, body: { reason } }),
    onSuccess: () => {
      toastSuccess(t('holidays.cancelled'));
      onClose();
    },
    onError: (failure) => toastFailure(failure, t('cancel.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <ReasonDialog
      question={
        holiday && {
          title: t('holidays.cancel'),
          text: t('holidays.cancelText', { name: holiday.name, count: holiday.classes }),
          confirmLabel: t('holidays.confirm'),
          dismissLabel: t('holidays.keep'),
          danger: true,
          label: t('cancel.reason'),
          hint: t('cancel.reasonText'),
          missing: t('cancel.noReason'),
        }
      }
      busy={cancel.isPending}
      onConfirm={(reason) => holiday && cancel.mutate({ day: holiday.day, reason })}
      onClose={onClose}
    />
  );
}
