import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { useAskBeforeUnload } from '#web/ui/dialogs/use-ask-before-unload.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { scheduleClass } from '../../contract.ts';
import { managedClassQuery } from '../managed-queries.ts';
import { ClassForm } from './class-form.tsx';
import { bodyOf, copyOf, emptyForm, type FormValues, weekdaysAfter } from './class-form-values.ts';
import { readLastZone, rememberZone } from './last-zone.ts';

/** What the form opens with: a day and time in the reader's zone, or the id of a class whose values are copied. */
export type Seed = { date: string | null; time: string | null; copy: string | null };

/**
 * The form of a new class. `draft` keeps what was typed while the form is closed, a copy left out, so that copying a
 * class loses no class that is half typed. Each opening has one idempotency key, and each class that follows in it
 * another, so that repeated sending schedules a class once.
 */
export function NewClass({
  draft,
  seed,
  zone,
  onScheduled,
}: {
  draft: RefObject<FormValues | null>;
  seed: Seed;
  /** The reader's zone. */
  zone: string;
  onScheduled: () => void;
}) {
  const { t } = useTranslation('classes');
  const [idempotencyKey, setIdempotencyKey] = useState(newKey);
  const [isTyped, setTyped] = useState(draft.current !== null);
  useAskBeforeUnload(isTyped);
  const original = useQuery({ ...managedClassQuery(seed.copy ?? ''), enabled: seed.copy !== null });

  function initial(): FormValues | null {
    if (seed.copy) return original.data ? copyOf(original.data, new Date()) : null;
    // The calendar's cells are in the reader's zone.
    if (seed.date) {
      const typed = draft.current ?? emptyForm;
      const values = { ...typed, zone, date: seed.date, time: seed.time ?? '' };
      return { ...values, weekdays: weekdaysAfter(typed, values) };
    }
    return draft.current ?? { ...emptyForm, zone: readLastZone('class') ?? zone };
  }

  const values = initial();
  if (!values) {
    if (!original.error) return <LoadingBlocks heights={['20rem']} />;
    return <ErrorState error={original.error} onRetry={original.refetch} />;
  }
  return (
    <ClassForm
      initial={values}
      zone={zone}
      words={{
        submit: t('form.submit'),
        another: t('repeats.another'),
        done: t('form.done'),
        failed: t('form.failed'),
      }}
      send={(typed) => call(scheduleClass, { body: bodyOf(typed) }, { idempotencyKey })}
      onType={(typed) => {
        setTyped(true);
        if (seed.copy === null) draft.current = typed;
      }}
      onDone={({ zone: chosen }, more) => {
        rememberZone('class', chosen);
        setTyped(false);
        if (more) {
          setIdempotencyKey(newKey());
          return;
        }
        if (seed.copy === null) draft.current = null;
        onScheduled();
      }}
    />
  );
}
