import { Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '#web/api/call-error.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { changeRefusals, type ManagedClass, scheduleRefusals } from '../../contract.ts';
import { ClassFields } from './class-fields.tsx';
import { emptyForm, type FormField, type FormValues, wrongFields } from './class-form-values.ts';

/** Which field a refusal is about. */
const fieldOf: Record<string, FormField> = {
  [scheduleRefusals.inThePast.code]: 'date',
  [scheduleRefusals.noSuchTime.code]: 'time',
  [changeRefusals.seatsTaken.code]: 'maxStudents',
  [changeRefusals.hasStudents.code]: 'targetAudience',
};

/** What is said of a class, new or not: checks it as the server will, sends it, and says how that went. */
export function ClassForm({
  initial,
  liveClass,
  zone,
  words,
  send,
  onType,
  onDone,
}: {
  initial: FormValues;
  /** The class that is changed; none while it is new. */
  liveClass?: ManagedClass;
  /** The viewer's, offered among the first. */
  zone: string;
  words: { submit: string; done: string; failed: string };
  send: (values: FormValues) => Promise<unknown>;
  onType?: (values: FormValues) => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const form = useForm<FormValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: (values) => inWords(wrongFields(values)),
    onValuesChange: (values) => onType?.(values),
  });
  const sending = useMutation({
    mutationFn: send,
    onSuccess: () => {
      toastSuccess(words.done);
      onDone();
    },
    onError: (error) => {
      for (const [code, field] of Object.entries(fieldOf)) {
        if (isRefusal(error, code)) form.setFieldError(field, refusalText(error));
      }
      toastFailure(error, words.failed);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });

  function inWords(wrong: ReturnType<typeof wrongFields>): Partial<Record<FormField, string>> {
    const fields = Object.entries(wrong) as [keyof typeof wrong, 'empty' | 'wrong'][];
    return Object.fromEntries(fields.map(([field, reason]) => [field, t(`form.errors.${field}.${reason}`)]));
  }

  function focusFirst(errors: Record<string, unknown>) {
    const [first] = Object.keys(emptyForm).filter((field) => field in errors);
    if (first) form.getInputNode(first)?.focus();
  }

  return (
    <form noValidate onSubmit={form.onSubmit((values) => sending.mutate(values), focusFirst)}>
      <ClassFields form={form} liveClass={liveClass} zone={zone} />
      <Group justify="flex-end" mt="lg">
        <Button type="submit" color="live" loading={sending.isPending}>
          {words.submit}
        </Button>
      </Group>
    </form>
  );
}
