import { Alert, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { DayField } from '#web/ui/figures/day-field.tsx';
import { noonOf, todayIn } from './paid-day.ts';

/** The day and the note of money that moved outside Sumi, as typed, and as a request's body has them. */
export function usePaid() {
  const zone = useReaderZone();
  const [day, setDay] = useState(() => todayIn(zone));
  const [note, setNote] = useState('');
  const paidAt = noonOf(day, zone);
  return {
    fields: { day, setDay, note, setNote },
    body: { ...(paidAt && { paidAt }), ...(note.trim() && { note: note.trim() }) },
  };
}

/** When it moved, a note, and why it could not be recorded. */
export function PaidFields({
  fields: { day, setDay, note, setNote },
  error,
}: {
  fields: ReturnType<typeof usePaid>['fields'];
  error: unknown;
}) {
  const { t } = useTranslation('payments');
  const zone = useReaderZone();
  return (
    <>
      <DayField label={t('paid.day')} max={todayIn(zone)} value={day} onChange={setDay} />
      <Textarea
        label={t('paid.note')}
        maxLength={500}
        autosize
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {error !== null && (
        <Alert color="red" variant="light" role="alert">
          {refusalText(error)}
        </Alert>
      )}
    </>
  );
}
