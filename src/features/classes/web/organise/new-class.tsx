import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { ownProfileQuery } from '#features/teachers/web/queries.ts';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { AskBeforeLeaving } from '#web/ui/dialogs/ask-before-leaving.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { type ManagedClass, scheduleClass } from '../../contract.ts';
import { managedClassQuery } from '../managed-queries.ts';
import { ClassForm } from './class-form.tsx';
import { bodyOf, copyOf, type FormValues, newForm, weekdaysAfter } from './class-form-values.ts';
import { readLastZone, rememberZone } from './last-zone.ts';

/** What the form opens with: a day and time in the reader's zone, or the id of a class whose values are copied. */
export type Seed = { date: string | null; time: string | null; copy: string | null };

/**
 * The form of a new class. `drafts` keeps what was typed while the form is closed, of a new class and of a copy of each
 * class. The form asks before another page is shown, which drops it. Each opening has one idempotency key, and each
 * class that follows in it another, so that repeated sending schedules a class once.
 */
export function NewClass({
  drafts,
  seed,
  zone,
  onScheduled,
}: {
  /** By the id of the class that is copied, `''` for none. */
  drafts: RefObject<Map<string, FormValues>>;
  seed: Seed;
  /** The reader's zone. */
  zone: string;
  onScheduled: (saved: ManagedClass) => void;
}) {
  const { t } = useTranslation('classes');
  const [idempotencyKey, setIdempotencyKey] = useState(newKey);
  const draftKey = seed.copy ?? '';
  const [isTyped, setTyped] = useState(drafts.current.has(draftKey));
  const original = useQuery({ ...managedClassQuery(seed.copy ?? ''), enabled: seed.copy !== null });

  const { account } = useAccount();
  const teaching = useQuery({ ...ownProfileQuery, enabled: account?.verifiedTeacher === true });

  function initial(): FormValues | null {
    const draft = drafts.current.get(draftKey);
    if (seed.copy) return draft ?? (original.data ? copyOf(original.data, new Date()) : null);
    if (teaching.isLoading) return null;
    const empty = newForm(teaching.data?.languagesTaught ?? []);
    // The calendar's cells are in the reader's zone.
    if (seed.date) {
      const typed = draft ?? empty;
      const values = { ...typed, zone, date: seed.date, time: seed.time ?? '' };
      return { ...values, weekdays: weekdaysAfter(typed, values) };
    }
    return draft ?? { ...empty, zone: readLastZone('class') ?? zone };
  }

  const values = initial();
  if (!values) {
    if (!original.error) return <LoadingBlocks heights={['20rem']} />;
    return <ErrorState error={original.error} onRetry={original.refetch} />;
  }
  return (
    <>
      <AskBeforeLeaving active={isTyped} onlyOtherPages />
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
          drafts.current.set(draftKey, typed);
        }}
        onDone={(saved, more) => {
          rememberZone('class', saved.zone);
          setTyped(false);
          if (more) {
            setIdempotencyKey(newKey());
            return;
          }
          drafts.current.delete(draftKey);
          onScheduled(saved);
        }}
      />
    </>
  );
}
