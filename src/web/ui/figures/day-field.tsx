import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';

/**
 * Browsers take six digits for a year unless a field says otherwise. `Date` reads no day with such a year, and a page
 * that reckons with it would break.
 */
const lastDay = '9999-12-31';
const isDay = (typed: string) => /^\d{4}-\d\d-\d\d$/.test(typed);

type Props = Omit<ComponentProps<typeof TextInput>, 'type' | 'value' | 'onChange'> & {
  /** `2026-11-21`; empty for none. */
  value?: string;
  onChange: (day: string) => void;
};

/** A day of the calendar. What is no day with a year of four digits counts as none. */
export function DayField({ value = '', max = lastDay, onChange, ...field }: Props) {
  return (
    <TextInput
      {...field}
      type="date"
      max={max}
      value={value}
      onChange={({ currentTarget }) => onChange(isDay(currentTarget.value) ? currentTarget.value : '')}
    />
  );
}
