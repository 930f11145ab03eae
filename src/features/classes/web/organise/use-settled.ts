import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { formPauseMs } from '#web/ui/forms/typing-pauses.ts';

/**
 * What is typed into a form, plain data, once it has stayed the same for a while. It is compared by what it says: a
 * form makes a new object at each drawing, and to follow those would draw it again after each pause, for ever.
 */
export function useSettled<Typed>(typed: Typed): Typed {
  const [settled] = useDebouncedValue(JSON.stringify(typed), formPauseMs);
  return useMemo(() => JSON.parse(settled), [settled]);
}
