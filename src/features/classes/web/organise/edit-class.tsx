import { Box, Button, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { changeClass, changeSeries, type ManagedClass } from '../../contract.ts';
import { daysInChange, type NewDays, NewDaysFields } from '../series/new-days.tsx';
import { type Reach, ScopeField } from '../series/scope-field.tsx';
import { ClassForm } from './class-form.tsx';
import { changesOf, type FormValues, keepTyping, valuesOf } from './class-form-values.ts';

/**
 * Edits a class. When another organiser changes the class meanwhile, the form shows the new values, but keeps the
 * fields that this organiser has typed in.
 */
export function EditClass({
  liveClass,
  zone,
  onMoved,
  onDone,
}: {
  liveClass: ManagedClass;
  /** The viewer's zone. */
  zone: string;
  /** Called with the start before, where it has another one now. */
  onMoved: (from: string) => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('classes');
  const [start] = useState(liveClass.startsAt);
  const before = useRef(valuesOf(liveClass));
  const typed = useRef<FormValues>(before.current);
  const version = useRef(liveClass.version);
  const [reach, setReach] = useState<Reach>('one');
  const daysBefore = liveClass.repeats?.weekdays ?? [];
  const [days, setDays] = useState<NewDays>({ weekdays: daysBefore.map(String), reason: '' });
  if (version.current !== liveClass.version) {
    const now = valuesOf(liveClass);
    typed.current = keepTyping(before.current, typed.current, now);
    before.current = now;
    version.current = liveClass.version;
  }
  function send(values: FormValues) {
    const params = { id: liveClass.id };
    const body = { ...changesOf(before.current, values), version: liveClass.version };
    if (reach === 'one') return call(changeClass, { params, body });
    const newDays = daysInChange(daysBefore, days);
    if (!newDays) return call(changeSeries, { params, body: { ...body, scope: reach } });
    // The days of the week say the date.
    const { date: _, ...others } = body;
    return call(changeSeries, { params, body: { ...others, ...newDays, scope: reach } });
  }

  return (
    <Stack>
      <ClassForm
        key={liveClass.version}
        initial={typed.current}
        liveClass={liveClass}
        zone={zone}
        words={{ submit: t('edit.submit'), done: t('edit.done'), failed: t('edit.failed') }}
        send={send}
        onType={(values) => {
          typed.current = values;
        }}
        onDone={(saved) => {
          if (saved.startsAt !== start) onMoved(start);
          onDone();
        }}
      >
        {liveClass.repeats && (
          <Box mt="lg">
            <ScopeField what="change" value={reach} onChange={setReach} />
            {reach !== 'one' && <NewDaysFields before={daysBefore} value={days} onChange={setDays} />}
          </Box>
        )}
      </ClassForm>
      <Button variant="subtle" color="gray" onClick={onDone}>
        {t('edit.leave')}
      </Button>
    </Stack>
  );
}
