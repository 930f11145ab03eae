import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { CountField } from '#web/ui/figures/count-field.tsx';
import { useCountCheck } from '#web/ui/figures/use-count-check.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { useStoredForm } from '#web/ui/forms/use-stored-form.ts';
import { Fold } from '#web/ui/lists/fold.tsx';
import { type CupSettings, cupLimits, setCupSettings } from '../../contract.ts';
import styles from '../import/import-preview.module.css';

/** The prizes, which languages give them, and the experience for each minute above which a row is held. */
export function CupSettingsForm({ settings }: { settings: CupSettings }) {
  const { t } = useTranslation('cup');
  const [first, second, third] = settings.prizes;
  const within = useCountCheck();
  const ofPrize = within(cupLimits.prize);
  const form = useStoredForm(
    { first, second, third, rate: settings.mostXpPerMinute, fewest: settings.fewestParticipants },
    {
      validate: {
        ...{ first: ofPrize, second: ofPrize, third: ofPrize },
        rate: within(cupLimits.mostXpPerMinute),
        fewest: within(cupLimits.fewestParticipants),
      },
    },
  );
  const save = useAct(
    ({ first, second, third, rate, fewest }: typeof form.values) =>
      call(setCupSettings, {
        body: { prizes: [first, second, third], mostXpPerMinute: rate, fewestParticipants: fewest },
      }),
    { stale: ['cup'], done: t('settings.saved'), failed: t('settings.failed') },
  );
  return (
    <Fold title={t('settings.title')}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('settings.text')}
          </Text>
          <div className={styles.columns}>
            {(['first', 'second', 'third'] as const).map((place) => (
              <CountField
                key={place}
                label={t(`settings.${place}`)}
                limits={cupLimits.prize}
                required
                {...form.getInputProps(place)}
              />
            ))}
            <CountField
              label={t('settings.rate')}
              limits={cupLimits.mostXpPerMinute}
              required
              {...form.getInputProps('rate')}
            />
            <CountField
              label={t('settings.fewest')}
              limits={cupLimits.fewestParticipants}
              required
              {...form.getInputProps('fewest')}
            />
          </div>
          <Group>
            <Button type="submit" variant="default" disabled={!form.isDirty()} loading={save.isPending}>
              {t('settings.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Fold>
  );
}
