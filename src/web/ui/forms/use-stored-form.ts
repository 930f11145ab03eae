import { type UseFormInput, useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';

/** What is stored now, with the fields that the reader was editing kept as typed. */
export function keepTyping<Values extends object>(before: Values, typed: Values, now: Values): Values {
  const fields = Object.keys(typed) as (keyof Values)[];
  const theirs = fields.filter((field) => typed[field] !== before[field]);
  return { ...now, ...Object.fromEntries(theirs.map((field) => [field, typed[field]])) };
}

/**
 * A form of values that the server stores, texts and numbers. Another administrator may change them while it is open:
 * the fields that the reader has not touched show it, the others keep what was typed, and stay dirty.
 */
export function useStoredForm<Values extends Record<string, string | number>>(
  stored: Values,
  options: Omit<UseFormInput<Values>, 'initialValues' | 'mode'> = {},
) {
  const form = useForm<Values>({ initialValues: stored, ...options });
  const seen = useRef(stored);
  useEffect(() => {
    if (seen.current === stored) return;
    form.setValues(keepTyping(seen.current, form.getValues(), stored));
    form.resetDirty(stored);
    seen.current = stored;
  }, [JSON.stringify(stored)]);
  return form;
}
