import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue' | 'min' | 'max'> & {
  /** Whole cents; null while the field is empty. */
  value: number | null;
  onChange(cents: number | null): void;
};

/**
 * A field for an amount of money, whose label names the currency. It takes two decimals and corrects nothing that was
 * typed: the form says what is wrong with an amount.
 */
export function MoneyField({ value, onChange, ...field }: Props) {
  // What was typed may be on its way to an amount (`12.`), so it is shown for as long as it stands for the value.
  const [typed, setTyped] = useState<number | string>('');
  const shown = value === null ? '' : value % 100 === 0 ? value / 100 : (value / 100).toFixed(2);
  return (
    <NumberInput
      hideControls
      allowNegative={false}
      clampBehavior="none"
      decimalScale={2}
      {...field}
      value={centsOf(typed) === value ? typed : shown}
      onChange={(now) => {
        setTyped(now);
        onChange(centsOf(now));
      }}
    />
  );
}

const centsOf = (typed: number | string) => (typed === '' ? null : Math.round(Number(typed) * 100));
