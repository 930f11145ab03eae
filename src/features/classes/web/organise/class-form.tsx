import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { startInWords } from '#shared/time/start-in-words.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { changeRefusals, type ManagedClass, scheduleRefusals } from '../../contract.ts';
import { useRepeatsInWords } from '../series/use-repeats-in-words.ts';
import { useClock } from '../use-clock.ts';
import { ClashWarning } from './clash-warning.tsx';
import { ClassFields } from './class-fields.tsx';
import styles from './class-form.module.css';
import { type FormField, type FormValues, weekdaysAfter, wrongFields } from './class-form-values.ts';

/** The field that shows a refusal. */
const fieldOf: Record<string, FormField> = {
  [scheduleRefusals.inThePast.code]: 'date',
  [scheduleRefusals.noSuchTime.code]: 'time',
  [scheduleRefusals.noDays.code]: 'until',
  [scheduleRefusals.tooFewForKids.code]: 'maxStudents',
  [changeRefusals.seatsTaken.code]: 'maxStudents',
  [changeRefusals.hasStudents.code]: 'targetAudience',
};

/** The form of a new or existing class: validates with the server's schema, sends, and shows the outcome in a toast. */
export function ClassForm({
  initial,
  liveClass,
  zone,
  words,
  children,
  ofSeries = false,
  canSend = () => true,
  send,
  onType,
  onDone,
}: {
  initial: FormValues;
  /** The class that is edited; undefined for a new one. */
  liveClass?: ManagedClass;
  /** The reader's zone, offered among the first. */
  zone: string;
  /** With `another`, a second button saves and keeps the form open for the next class. */
  words: { submit: string; another?: string; done: string; failed: string };
  /** What is asked after the fields. */
  children?: ReactNode;
  /** Whether it changes several classes of a series, which says by itself what a day without classes does. */
  ofSeries?: boolean;
  /** False while `children` lack what they ask for. */
  canSend?: () => boolean;
  send: (values: FormValues) => Promise<ManagedClass>;
  onType?: (values: FormValues) => void;
  onDone: (saved: ManagedClass, more: boolean) => void;
}) {
  const { t, i18n } = useTranslation('classes');
  const queryClient = useQueryClient();
  const { account } = useAccount();
  const { today } = useClock();
  const form = useForm<FormValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: (values) => inWords(wrongFields(values, { exists: liveClass !== undefined })),
    onValuesChange(values, before) {
      const weekdays = liveClass ? values.weekdays : weekdaysAfter(before, values);
      if (weekdays === values.weekdays) onType?.(values);
      // Which calls this again.
      else form.setFieldValue('weekdays', weekdays);
    },
  });
  // Sets what another organiser has changed meanwhile, field by field: the caret and shown errors stay.
  useEffect(() => {
    for (const field of Object.keys(initial) as FormField[]) {
      if (form.getValues()[field] !== initial[field]) form.setFieldValue(field, initial[field]);
    }
  }, [liveClass?.version]);
  const teacherId = form.values.teacherId || account?.id;
  const { repeatsInWords } = useRepeatsInWords();
  const sending = useMutation({
    mutationFn: ({ values }: { values: FormValues; more: boolean }) => send(values),
    onSuccess: (saved, { more }) => {
      const start = startInWords(saved, i18n.language);
      toastSuccess(words.done, saved.repeats ? `${repeatsInWords(saved.repeats)} · ${start}` : start);
      if (more) {
        // The next class of the week is often the same but for its title and time.
        form.setFieldValue('title', '');
        form.getInputNode('title')?.focus();
      }
      onDone(saved, more);
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

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit((values, event) => {
        if (!canSend()) return;
        const { submitter } = (event?.nativeEvent ?? {}) as SubmitEvent;
        sending.mutate({ values, more: submitter?.getAttribute('value') === 'another' });
      })}
    >
      <ClassFields form={form} liveClass={liveClass} zone={zone} today={today} teacherId={teacherId} />
      {form.values.weekdays.length === 0 && (
        <ClashWarning
          values={form.values}
          teacherId={teacherId}
          classId={liveClass?.id}
          withHoliday={!ofSeries}
        />
      )}
      {children}
      <div className={styles.feet}>
        <div className={styles.foot}>
          <Button fullWidth type="submit" color="live" loading={sending.isPending}>
            {words.submit}
          </Button>
        </div>
        {words.another && (
          <div className={styles.another}>
            <Button fullWidth type="submit" value="another" variant="default" disabled={sending.isPending}>
              {words.another}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
