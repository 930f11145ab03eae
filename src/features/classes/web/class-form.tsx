import { Button, Group, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ageGroups, tiers } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { offsetLabel } from '#shared/zones.ts';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { newKey } from '#web/api/new-key.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { languageName } from '#web/ui/language-name.ts';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { kinds, scheduleClass, scheduleRefusals } from '../contract.ts';
import { seatsByDefault } from '../rules.ts';
import styles from './class-form.module.css';
import { bodyOf, emptyForm, type FormField, type FormValues, wrongFields } from './class-form-values.ts';
import segments from './segments.module.css';
import { zoneChoices } from './zone-choices.ts';
import { zoneCity } from './zone-name.ts';

/**
 * Puts a class on the calendar. `draft` is what the form opens with and keeps what is typed; one opening is one
 * wish, however often it is sent.
 */
export function ClassForm({
  draft,
  zone,
  onScheduled,
}: {
  draft: RefObject<FormValues>;
  /** The viewer's, offered among the first. */
  zone: string;
  onScheduled: () => void;
}) {
  const { t, i18n } = useTranslation(['classes', 'shell']);
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newKey);
  const form = useForm<FormValues>({
    initialValues: draft.current,
    validateInputOnBlur: true,
    validate: (values) => inWords(wrongFields(values)),
    onValuesChange: (values) => {
      draft.current = values;
    },
  });
  const schedule = useMutation({
    mutationFn: (values: FormValues) => call(scheduleClass, { body: bodyOf(values) }, { idempotencyKey }),
    onSuccess: () => {
      draft.current = emptyForm;
      toastSuccess(t('form.done'));
      onScheduled();
    },
    onError: (error) => {
      if (isRefusal(error, scheduleRefusals.inThePast.code)) form.setFieldError('date', refusalText(error));
      if (isRefusal(error, scheduleRefusals.noSuchTime.code)) form.setFieldError('time', refusalText(error));
      toastFailure(error, t('form.failed'));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  const { kind, zone: ofClass, date } = form.values;
  const clocks = `${zoneCity(ofClass, t)}, ${offsetLabel(ofClass, instantNear(date))}`;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => schedule.mutate(values), focusFirst)}>
      <div className={styles.fields}>
        <SegmentedControl
          className={styles.wide}
          classNames={{ label: segments.label }}
          aria-label={t('form.kind')}
          data={kinds.map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
          {...form.getInputProps('kind')}
        />
        <TextInput
          className={styles.wide}
          label={t('form.titleOfClass')}
          withAsterisk
          maxLength={120}
          {...form.getInputProps('title')}
        />
        <Textarea
          className={styles.wide}
          label={t('form.description')}
          withAsterisk
          autosize
          minRows={3}
          maxLength={2000}
          {...form.getInputProps('description')}
        />
        <TextInput type="date" label={t('form.date')} withAsterisk {...form.getInputProps('date')} />
        <TextInput
          type="time"
          label={t('form.time', { clocks })}
          withAsterisk
          {...form.getInputProps('time')}
        />
        <Select
          label={t('form.zone')}
          searchable
          onClick={selectAll}
          allowDeselect={false}
          data={zoneChoices(zone, t)}
          limit={60}
          nothingFoundMessage={t('form.noZone')}
          {...form.getInputProps('zone')}
        />
        <NumberInput
          label={t('form.durationMinutes')}
          suffix={t('form.minutes')}
          step={15}
          min={10}
          max={480}
          clampBehavior="none"
          hideControls
          allowDecimal={false}
          {...form.getInputProps('durationMinutes')}
        />
        <Select
          label={t('form.requiredTier')}
          allowDeselect={false}
          data={tiers.map((tier) => ({ value: tier, label: t(`shell:tiers.${tier}`) }))}
          {...form.getInputProps('requiredTier')}
        />
        <Select
          label={t('form.language')}
          placeholder={t('anyLanguage')}
          clearable
          searchable
          onClick={selectAll}
          data={languageCodes.map((code) => ({ value: code, label: languageName(code, i18n.language) }))}
          {...form.getInputProps('language')}
        />
        <Select
          label={t('form.level')}
          placeholder={t('form.anyLevel')}
          clearable
          data={levels.map((level) => ({ value: level, label: t(`shell:levels.${level}`) }))}
          {...form.getInputProps('level')}
        />
        <Select
          label={t('form.targetAudience')}
          allowDeselect={false}
          data={ageGroups.map((group) => ({ value: group, label: t(`audiences.${group}`) }))}
          {...form.getInputProps('targetAudience')}
        />
        <NumberInput
          label={t('form.maxStudents')}
          placeholder={String(seatsByDefault(kind))}
          min={1}
          max={500}
          clampBehavior="none"
          hideControls
          allowDecimal={false}
          {...form.getInputProps('maxStudents')}
        />
        <TextInput
          type="url"
          inputMode="url"
          label={t('form.meetLink')}
          placeholder="https://"
          description={t('form.meetLinkText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={500}
          {...form.getInputProps('meetLink')}
        />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button type="submit" color="live" loading={schedule.isPending}>
          {t('form.submit')}
        </Button>
      </Group>
    </form>
  );

  function inWords(wrong: ReturnType<typeof wrongFields>): Partial<Record<FormField, string>> {
    const fields = Object.entries(wrong) as [FormField, string][];
    return Object.fromEntries(fields.map(([field, reason]) => [field, t(`form.errors.${field}.${reason}`)]));
  }

  function focusFirst(errors: Record<string, unknown>) {
    const [first] = Object.keys(emptyForm).filter((field) => field in errors);
    if (first) form.getInputNode(first)?.focus();
  }
}

/** What is typed into a list with something chosen replaces it, as when one gets there with the keyboard. */
function selectAll({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  currentTarget.select();
}

/** An instant of that day, for the offset its clocks will have; now while no day has been chosen. */
function instantNear(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  return (Number.isNaN(noon.getTime()) ? new Date() : noon).toISOString();
}
