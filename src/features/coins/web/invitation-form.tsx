import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { makeInvitation, mostInvited } from '#features/accounts/contract.ts';
import { dayMs } from '#shared/time/durations.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { CountField } from '#web/ui/figures/count-field.tsx';
import { DayField } from '#web/ui/figures/day-field.tsx';
import { useCountCheck } from '#web/ui/figures/use-count-check.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { invitationsQuery } from './queries.ts';

const mostInvitedLimits = [1, mostInvited] as const;

/** A month is long enough for a course or a poster. */
const usualDays = 30;

/** Makes a link with a limit and an end. */
export function InvitationForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['coins', 'shell']);
  const queryClient = useQueryClient();
  const zone = useReaderZone();
  const inDays = (days: number) => calendarDay(new Date(Date.now() + days * dayMs).toISOString(), zone);
  const form = useForm({
    initialValues: { label: '', mostUses: 10, lastDay: inDays(usualDays) },
    validate: {
      label: (label) => (label.trim() ? null : t('links.noLabel')),
      mostUses: useCountCheck()(mostInvitedLimits),
      lastDay: (day) => (day >= inDays(0) ? null : t('links.noDay')),
    },
  });
  const make = useMutation({
    mutationFn: (body: typeof form.values) => call(makeInvitation, { body }),
    onSuccess: async () => {
      toastSuccess(t('links.made'));
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      onClose();
    },
    onError: (error) => toastFailure(error, t('links.failed')),
  });
  return (
    <form noValidate aria-label={t('links.new')} onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack gap="sm">
        <TextInput
          label={t('links.label')}
          description={t('links.labelHint')}
          required
          maxLength={60}
          data-autofocus
          {...form.getInputProps('label')}
        />
        <CountField
          label={t('links.most')}
          required
          limits={mostInvitedLimits}
          {...form.getInputProps('mostUses')}
        />
        <DayField label={t('links.last')} required min={inDays(0)} {...form.getInputProps('lastDay')} />
        <Group gap="xs">
          <Button type="submit" color="teach" loading={make.isPending}>
            {t('links.make')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('shell:dialog.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
