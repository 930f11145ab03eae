import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { Limits } from '#shared/formats/whole-number.ts';
import { useFigures } from '#web/i18n/use-figures.ts';

type Given = Omit<NumberInputProps, 'min' | 'max'> & { limits: Limits };

/** A field for a whole number, with its thousands grouped as the reader's language does: 2,000 is two in German. */
export function CountField({ limits: [least, most], ...field }: Given) {
  const { number } = useFigures();
  const group = number(1000).slice(1, -3);
  return (
    <NumberInput
      {...field}
      min={least}
      max={most}
      allowDecimal={false}
      thousandSeparator={group}
      // The field refuses one mark for both.
      decimalSeparator={group === '.' ? ',' : '.'}
    />
  );
}
