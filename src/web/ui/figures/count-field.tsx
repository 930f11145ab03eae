import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { Limits } from '#shared/formats/whole-number.ts';
import { useFigures } from '#web/i18n/use-figures.ts';

type Given = Omit<NumberInputProps, 'min' | 'max' | 'clampBehavior'> & { limits: Limits };

/**
 * A field for a whole number, with its thousands grouped as the reader's language does: 2,000 is two in German. Any
 * number can be typed, because the first digit of one within the limits may be outside of them; its form checks it.
 */
export function CountField({ limits: [least, most], ...field }: Given) {
  const { number } = useFigures();
  const group = number(1000).slice(1, -3);
  return (
    <NumberInput
      {...field}
      min={least}
      max={most}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={least < 0}
      thousandSeparator={group}
      // The field refuses one mark for both.
      decimalSeparator={group === '.' ? ',' : '.'}
    />
  );
}
