import { Chip, Group, Input, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/i18n/calendar-words.ts';
import { addDays } from '../calendar-days.ts';
import formStyles from '../organise/class-form.module.css';
import type { FormValues } from '../organise/class-form-values.ts';
import { SeriesPreview } from './series-preview.tsx';

/** Any Monday. */
const monday = '2026-11-23';

/**
 * The days of the week on which a new class repeats, and until when. Without a chosen day it happens once, so that a
 * single class needs no tap here. The first chosen day fills in today as the first day, where none is typed.
 */
export function RepeatFields({
  form,
  today,
  teacherId,
}: {
  form: UseFormReturnType<FormValues>;
  /** The viewer's day. */
  today: string;
  /** The teacher of the class; undefined while it is not known. */
  teacherId: string | undefined;
}) {
  const { t, i18n } = useTranslation('classes');
  const labelId = useId();
  const { weekdays, date } = form.values;

  function choose(chosen: string[]): void {
    form.setFieldValue('weekdays', chosen);
    if (chosen.length > 0 && date === '') form.setFieldValue('date', today);
  }

  return (
    <>
      <Input.Wrapper
        className={formStyles.wide}
        label={t('repeats.weekdays')}
        labelElement="div"
        labelProps={{ id: labelId }}
        description={t('repeats.weekdaysText')}
        inputWrapperOrder={['label', 'input', 'description']}
      >
        <Group gap="xs" role="group" aria-labelledby={labelId} mb="xs">
          <Chip.Group multiple value={weekdays} onChange={choose}>
            {['1', '2', '3', '4', '5', '6', '7'].map((each) => (
              <Chip key={each} value={each} color="live" size="lg">
                {dayInWords(addDays(monday, Number(each) - 1), i18n.language, { weekday: 'short' })}
              </Chip>
            ))}
          </Chip.Group>
        </Group>
      </Input.Wrapper>
      {weekdays.length > 0 && (
        <>
          <TextInput
            type="date"
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
