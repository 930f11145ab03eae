import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useFigures } from '#web/i18n/use-figures.ts';

/** A field for a whole number, with its thousands grouped as the reader's language does: 2,000 is two in German. */
export function CountField(field: NumberInputProps) {
  const { number } = useFigures();
  const group = number(1000).slice(1, -3);
  return (
    <NumberInput
      {...field}
      allowDecimal={false}
      thousandSeparator={group}
      // The field refuses one mark for both.
      decimalSeparator={group === '.' ? ',' : '.'}
    />
  );
}
