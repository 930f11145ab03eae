import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { CountField } from '#web/ui/figures/count-field.tsx';
import { useCountCheck } from '#web/ui/figures/use-count-check.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { useStoredForm } from '#web/ui/forms/use-stored-form.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { type ClassRules, setClassRules } from '../../contract.ts';
import { ruleLimits } from '../../rules.ts';
import { classRulesQuery } from '../managed-queries.ts';
import styles from './class-form.module.css';

/** The numbers of clubs and classes, for administrators. */
export function ClassRulesDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('classes');
  const { data, error, refetch } = useQuery({ ...classRulesQuery, enabled: opened });
  return (
    <SideDrawer opened={opened} onClose={onClose} size="md" title={t('rules.title')}>
      <Stack gap="lg">
        <Text c="dimmed">{t('rules.text')}</Text>
        {data && <RulesForm rules={data} onSaved={onClose} />}
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {!error && !data && <LoadingBlocks heights={['4.5rem']} times={4} gap="md" />}
      </Stack>
    </SideDrawer>
  );
}

const groups = {
  size: ['clubSeats', 'clubsAhead', 'fewestLearners', 'lackToldHours'],
  door: ['doorOpensMinutes', 'doorClosesMinutes'],
  leaving: ['freeHours', 'refundedHours'],
  waiting: ['shortestOfferMinutes', 'longestOfferHours', 'openToAllMinutes'],
  absences: ['pausingAbsences', 'countedDays', 'pauseDays'],
} as const satisfies Record<string, (keyof ClassRules)[]>;

function RulesForm({ rules, onSaved }: { rules: ClassRules; onSaved: () => void }) {
  const { t } = useTranslation('classes');
  const within = useCountCheck();
  const names = Object.values(groups).flat();
  const form = useStoredForm(rules, {
    validate: Object.fromEntries(names.map((name) => [name, within(ruleLimits[name])])),
  });
  const put = (body: ClassRules) => call(setClassRules, { body });
  const told = { stale: ['classes'], failed: t('rules.failed') };
  const putBack = useAct(put, { ...told, done: t('rules.undone') });
  const save = useAct(put, {
    ...told,
    onDone() {
      toastUndo({
        title: t('rules.saved'),
        undoLabel: t('seat.undo'),
        onUndo: () => putBack.mutate(rules),
      });
      onSaved();
    },
  });
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="lg">
        {Object.entries(groups).map(([group, names]) => (
          <fieldset key={group} className={styles.part}>
            <legend className={styles.legend}>{t(`rules.groups.${group as keyof typeof groups}`)}</legend>
            <Stack>
              {names.map((name) => (
                <CountField
                  key={name}
                  label={t(`rules.${name}.label`)}
                  description={t(`rules.${name}.text`)}
                  limits={ruleLimits[name]}
                  required
                  {...form.getInputProps(name)}
                />
              ))}
            </Stack>
          </fieldset>
        ))}
        <DialogActs>
          <Button type="submit" color="live" disabled={!form.isDirty()} loading={save.isPending}>
            {t('rules.save')}
          </Button>
        </DialogActs>
      </Stack>
    </form>
  );
}
