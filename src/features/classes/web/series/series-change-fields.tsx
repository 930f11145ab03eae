import { Radio, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { longestReason } from '#shared/text.ts';
import { dayInWords } from '#shared/time/calendar-words.ts';
import { DayField } from '#web/ui/figures/day-field.tsx';
import type { Repeats } from '../../contract.ts';
import type { SeriesChange } from './series-change.ts';
import { dayOfYear } from './use-repeats-in-words.ts';
import { WeekdayChips } from './weekday-chips.tsx';

/** Lets an organiser choose other days of the week and another end for a series. */
export function SeriesChangeFields({
  before,
  value,
  needsReason,
  showMissing,
  onChange,
}: {
  before: Repeats;
  value: SeriesChange;
  /** Whether classes are cancelled, which has a reason. */
  needsReason: boolean;
  /** Whether to say which fields are missing. */
  showMissing: boolean;
  onChange: (change: SeriesChange) => void;
}) {
  const { t, i18n } = useTranslation('classes');
  const last = before.until && dayInWords(before.until, i18n.language, dayOfYear);
  return (
    <Stack gap="md" mt="lg">
      <WeekdayChips
        label={t('repeats.days')}
        description={t('repeats.daysText')}
        value={value.weekdays}
        // A series has a day: the last one stays.
        onChange={(weekdays) => weekdays.length > 0 && onChange({ ...value, weekdays })}
      />
      <Radio.Group
        label={t('repeats.ends')}
        description={last ? t('repeats.endsNow', { last }) : t('repeats.endsNowNever')}
        value={value.ends ? 'date' : 'never'}
        onChange={(chosen) => onChange({ ...value, ends: chosen === 'date' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="never" color="live" label={t('repeats.endsNever')} />
          <Radio value="date" color="live" label={t('repeats.endsOn')} />
        </Stack>
      </Radio.Group>
      {value.ends && (
        <DayField
          required
          label={t('repeats.lastDay')}
          error={showMissing && value.until === '' && t('repeats.lastDayMissing')}
          value={value.until}
          onChange={(until) => onChange({ ...value, until })}
        />
      )}
      {needsReason && (
        <Textarea
          required
          autosize
          minRows={2}
          maxLength={longestReason}
          label={t('repeats.left')}
          description={t('repeats.leftText')}
          error={showMissing && value.reason.trim() === '' && t('cancel.noReason')}
          value={value.reason}
          onChange={({ currentTarget }) => onChange({ ...value, reason: currentTarget.value })}
        />
      )}
    </Stack>
  );
}
