import { Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { DialogActs } from '#web/ui/dialogs/dialog-acts.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { useStoredForm } from '#web/ui/forms/use-stored-form.ts';
import { changeClass, classForm, type ManagedClass } from '../../contract.ts';
import { DescriptionFields } from '../before/description-fields.tsx';
import { meetingAddress } from '../meeting-address/meeting-address.ts';
import { MeetingAddressField } from '../meeting-address/meeting-address-field.tsx';
import { textOrNull } from './class-form-values.ts';

/**
 * Changes the meeting link, the description and the prompt card of a class, which its organiser can do until the end.
 * Sends only what was typed, so that it does not undo what another organiser changes meanwhile, which the form shows.
 */
export function RepairClass({ liveClass, onDone }: { liveClass: ManagedClass; onDone: () => void }) {
  const { t } = useTranslation('classes');
  const { meetLink, description, promptCard, kind, version } = liveClass;
  const stored = { meetLink: meetLink ?? '', description, promptCard: promptCard ?? '' };
  const link = useRef<HTMLInputElement>(null);
  // The dialog may have been open before the class was here, with the focus on another button of it.
  useEffect(() => link.current?.focus(), []);
  const form = useStoredForm(stored, {
    validateInputOnBlur: true,
    validate: {
      meetLink: (typed) =>
        classForm.shape.meetLink.safeParse(textOrNull(meetingAddress(typed))).success
          ? null
          : t('form.errors.meetLink.wrong'),
      description: (typed) => (typed.trim() === '' ? t('form.errors.description.empty') : null),
    },
  });
  const save = useAct(
    (values: typeof form.values) =>
      call(changeClass, {
        params: { id: liveClass.id },
        body: {
          version,
          ...(form.isDirty('meetLink') && { meetLink: textOrNull(meetingAddress(values.meetLink)) }),
          ...(form.isDirty('description') && { description: values.description }),
          ...(form.isDirty('promptCard') && { promptCard: textOrNull(values.promptCard) }),
        },
      }),
    { stale: ['classes'], done: t('edit.done'), failed: t('edit.failed'), onDone },
  );
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <MeetingAddressField ref={link} data-autofocus {...form.getInputProps('meetLink')} />
        <DescriptionFields kind={kind} propsOf={(field) => form.getInputProps(field)} />
        <DialogActs>
          <Button variant="subtle" color="gray" onClick={onDone}>
            {t('edit.leave')}
          </Button>
          <Button type="submit" color="live" loading={save.isPending}>
            {t('edit.submit')}
          </Button>
        </DialogActs>
      </Stack>
    </form>
  );
}
