import { Button, Stack } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { changeClass, type ManagedClass } from '../../contract.ts';
import { ClassForm } from './class-form.tsx';
import { changesOf, type FormValues, keepTyping, valuesOf } from './class-form-values.ts';

/**
 * Edits a class. When another organiser changes the class meanwhile, the form shows the new values, but keeps the
 * fields that this organiser has typed in.
 */
export function EditClass({
  liveClass,
  zone,
  onDone,
}: {
  liveClass: ManagedClass;
  /** The viewer's zone. */
  zone: string;
  onDone: () => void;
}) {
  const { t } = useTranslation('classes');
  const before = useRef(valuesOf(liveClass));
  const typed = useRef<FormValues>(before.current);
  const version = useRef(liveClass.version);
  if (version.current !== liveClass.version) {
    const now = valuesOf(liveClass);
    typed.current = keepTyping(before.current, typed.current, now);
    before.current = now;
    version.current = liveClass.version;
  }
  return (
    <Stack>
      <ClassForm
        key={liveClass.version}
        initial={typed.current}
        liveClass={liveClass}
        zone={zone}
        words={{ submit: t('edit.submit'), done: t('edit.done'), failed: t('edit.failed') }}
        send={(values) =>
          call(changeClass, {
            params: { id: liveClass.id },
            body: { ...changesOf(before.current, values), version: liveClass.version },
          })
        }
        onType={(values) => {
          typed.current = values;
        }}
        onDone={() => onDone()}
      />
      <Button variant="subtle" color="gray" onClick={onDone}>
        {t('edit.leave')}
      </Button>
    </Stack>
  );
}
