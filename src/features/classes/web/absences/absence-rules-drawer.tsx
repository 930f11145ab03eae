import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AnswerOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { type readAbsenceRules, setAbsenceRules } from '../../contract.ts';
import { absenceRulesQuery } from '../queries.ts';

type Rules = AnswerOf<typeof readAbsenceRules>;

/** What leaving a club late and not coming to it cost, for administrators. */
export function AbsenceRulesDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('classes');
  const { data, error, refetch } = useQuery({ ...absenceRulesQuery, enabled: opened });
  return (
    <SideDrawer opened={opened} onClose={onClose} size="md" title={t('absences.rules.title')}>
      <Stack gap="lg">
        <Text c="dimmed">{t('absences.rules.text')}</Text>
        {/* The key resets the fields when another administrator changes the numbers. */}
        {data && <RulesForm key={JSON.stringify(data)} rules={data} onSaved={onClose} />}
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {!error && !data && <LoadingBlocks heights={['4.5rem']} times={4} gap="md" />}
      </Stack>
    </SideDrawer>
  );
}

const fields = [
  ['freeHours', 0, 72],
  ['pausingAbsences', 1, 20],
  ['countedDays', 1, 365],
  ['pauseDays', 1, 90],
] as const;

function RulesForm({ rules, onSaved }: { rules: Rules; onSaved: () => void }) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: rules });
  const save = useMutation({
    mutationFn: (body: Rules) => call(setAbsenceRules, { body }),
    onSuccess: () => {
      toastSuccess(t('absences.rules.saved'));
      onSaved();
    },
    onError: (error) => toastFailure(error, t('absences.rules.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        {fields.map(([field, min, max]) => (
          <NumberInput
            key={field}
            label={t(`absences.rules.${field}`)}
            description={t(`absences.rules.${field}Text`)}
            min={min}
            max={max}
            allowDecimal={false}
            clampBehavior="strict"
            required
            {...form.getInputProps(field)}
          />
        ))}
        <Group justify="flex-end">
          <Button type="submit" color="live" disabled={!form.isDirty()} loading={save.isPending}>
            {t('absences.rules.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
