import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useFigures } from '#web/i18n/use-figures.ts';
import { readAmount } from './read-amount.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  /** Whole cents; null while the field has no amount. */
  value: number | null;
  onChange(cents: number | null): void;
};

/**
 * A field for an amount of money, whose label names the currency. Once it is left it shows the amount as the reader's
 * language writes it, and what is no amount as it was typed: the form says what is wrong.
 */
export function MoneyField({ value, onChange, onBlur, ...field }: Props) {
  const { amount } = useFigures();
  // Kept while it stands for the value, which may be set from elsewhere.
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && readAmount(typed) === value;
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={isTyped ? typed : value === null ? '' : amount(value)}
      onChange={({ currentTarget }) => {
        const kept = currentTarget.value.replaceAll(/[^\d\s.,'’]/g, '');
        setTyped(kept);
        onChange(readAmount(kept));
      }}
      onBlur={(event) => {
        if (value !== null) setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
