import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { DayField } from '#web/ui/figures/day-field.tsx';
import formStyles from '../organise/class-form.module.css';
import type { FormValues } from '../organise/class-form-values.ts';
import { SeriesPreview } from './series-preview.tsx';
import { WeekdayChips } from './weekday-chips.tsx';

/**
 * The days of the week on which a new class repeats, and until when. Without a chosen day it happens once. A club has
 * the day of its date chosen already (`weekdaysAfter`). The first chosen day fills in today as the first day, where
 * none is typed.
 */
export function RepeatFields({
  form,
  today,
  teacherId,
}: {
  form: UseFormReturnType<FormValues>;
  /** The reader's day. */
  today: string;
  /** The teacher of the class; undefined while it is not known. */
  teacherId: string | undefined;
}) {
  const { t } = useTranslation('classes');
  const { weekdays, date } = form.values;

  function choose(chosen: string[]): void {
    form.setFieldValue('weekdays', chosen);
    if (chosen.length > 0 && date === '') form.setFieldValue('date', today);
  }

  return (
    <>
      <WeekdayChips
        className={formStyles.wide}
        label={t('repeats.weekdays')}
        description={t('repeats.weekdaysText')}
        value={weekdays}
        onChange={choose}
      />
      {weekdays.length > 0 && (
        <>
          <DayField
            label={t('repeats.until')}
            description={t('repeats.untilText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={date || today}
            {...form.getInputProps('until')}
          />
          <div className={formStyles.wide}>
            <SeriesPreview values={form.values} teacherId={teacherId} />
          </div>
        </>
      )}
    </>
  );
}
