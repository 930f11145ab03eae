import { Box, Chip, Input } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#shared/time/calendar-days.ts';
import { dayInWords } from '#shared/time/calendar-words.ts';
import styles from './weekday-chips.module.css';

/** Any Monday. */
const monday = '2026-11-23';

/** Days of the week to choose from: '1' for Monday. */
export function WeekdayChips({
  label,
  description,
  className,
  value,
  onChange,
}: {
  label: string;
  description: string;
  className?: string | undefined;
  value: string[];
  onChange: (chosen: string[]) => void;
}) {
  const { i18n } = useTranslation('classes');
  const labelId = useId();
  return (
    <Input.Wrapper
      className={className ?? ''}
      label={label}
      labelElement="div"
      labelProps={{ id: labelId }}
      description={description}
      inputWrapperOrder={['label', 'input', 'description']}
    >
      <Box role="group" aria-labelledby={labelId} className={styles.days}>
        <Chip.Group multiple value={value} onChange={onChange}>
          {['1', '2', '3', '4', '5', '6', '7'].map((each) => (
            <Chip key={each} value={each} color="live" size="md" classNames={{ label: styles.day }}>
              {dayInWords(addDays(monday, Number(each) - 1), i18n.language, { weekday: 'short' })}
            </Chip>
          ))}
        </Chip.Group>
      </Box>
    </Input.Wrapper>
  );
}
