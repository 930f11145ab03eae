import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { scheduleClass } from '../../contract.ts';
import { ClassForm } from './class-form.tsx';
import { bodyOf, emptyForm, type FormValues } from './class-form-values.ts';

/**
 * Puts a class on the calendar. `draft` is what the form opens with and keeps what is typed; one opening is one
 * wish, however often it is sent.
 */
export function NewClass({
  draft,
  zone,
  onScheduled,
}: {
  draft: RefObject<FormValues>;
  /** The viewer's. */
  zone: string;
  onScheduled: () => void;
}) {
  const { t } = useTranslation('classes');
  const [idempotencyKey] = useState(newKey);
  return (
    <ClassForm
      initial={draft.current}
      zone={zone}
      words={{ submit: t('form.submit'), done: t('form.done'), failed: t('form.failed') }}
      send={(values) => call(scheduleClass, { body: bodyOf(values) }, { idempotencyKey })}
      onType={(values) => {
        draft.current = values;
      }}
      onDone={() => {
        draft.current = emptyForm;
        onScheduled();
      }}
    />
  );
}
