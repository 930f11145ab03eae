import { type InputWrapperProps, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { seatPriceQuery } from '#features/payments/web/queries.ts';
import { ageGroups, tiers } from '#shared/actor.ts';
import { languageName } from '#shared/language-name.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { offsetLabel } from '#shared/time/zones.ts';
import { CountField } from '#web/ui/figures/count-field.tsx';
import { DayField } from '#web/ui/figures/day-field.tsx';
import { MoneyField } from '#web/ui/figures/money-field.tsx';
import { ZoneSelect } from '#web/ui/places/zone-select.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { durationLimits, kinds, type ManagedClass, seatLimits, seatLimitsForKids } from '../../contract.ts';
import { seatsByDefault } from '../../rules.ts';
import { DescriptionFields } from '../before/description-fields.tsx';
import { classRulesQuery } from '../managed-queries.ts';
import { MeetingAddressField } from '../meeting-address/meeting-address-field.tsx';
import { RepeatFields } from '../series/repeat-fields.tsx';
import styles from './class-form.module.css';
import type { FormValues } from './class-form-values.ts';
import { TeacherField } from './teacher-field.tsx';

type Form = UseFormReturnType<FormValues>;

/** The fields of the class form. */
export function ClassFields({
  form,
  liveClass,
  zone,
  today,
  teacherId,
}: {
  form: Form;
  /** The class that is edited; undefined for a new one. */
  liveClass: ManagedClass | undefined;
  /** The reader's zone, offered among the first, and their day. */
  zone: string;
  today: string;
  /** The teacher of the class; undefined while it is not known. */
  teacherId: string | undefined;
}) {
  const { t } = useTranslation('classes');
  return (
    <Stack gap="lg">
      <SegmentedControl
        fullWidth
        label={t('form.kind')}
        data={kinds.map((each) => ({ value: each, label: t(`kinds.${each}`) }))}
        value={form.values.kind}
        onChange={(chosen) => form.setFieldValue('kind', chosen)}
      />
      <What form={form} isNew={!liveClass} />
      <When form={form} zone={zone}>
        {!liveClass && <RepeatFields form={form} today={today} teacherId={teacherId} />}
      </When>
      <Who form={form} liveClass={liveClass} />
      {/* The link of a class that exists is changed where it is shown: in the details of the class. */}
      {!liveClass && (
        <Part title={t('form.parts.where')}>
          <MeetingAddressField className={styles.wide} {...below} {...form.getInputProps('meetLink')} />
        </Part>
      )}
    </Stack>
  );
}

function What({ form, isNew }: { form: Form; isNew: boolean }) {
  const { t } = useTranslation('classes');
  return (
    <Part title={t('form.parts.what')}>
      {isNew && <TeacherField form={form} />}
      <TextInput
        className={styles.wide}
        label={t('form.titleOfClass')}
        withAsterisk
        maxLength={120}
        {...form.getInputProps('title')}
      />
      <DescriptionFields
        className={styles.wide}
        {...below}
        kind={form.values.kind}
        propsOf={(field) => form.getInputProps(field)}
      />
    </Part>
  );
}

function When({ form, zone, children }: { form: Form; zone: string; children: ReactNode }) {
  const { t } = useTranslation('classes');
  const { zone: ofClass, date } = form.values;
  return (
    <Part title={t('form.parts.when')}>
      <DayField label={t('form.date')} withAsterisk {...form.getInputProps('date')} />
      <TextInput
        className={styles.half}
        type="time"
        label={t('form.time')}
        withAsterisk
        {...form.getInputProps('time')}
      />
      <CountField
        className={styles.half}
        label={t('form.durationMinutes')}
        suffix={t('form.minutes')}
        step={15}
        limits={durationLimits}
        hideControls
        inputMode="numeric"
        {...form.getInputProps('durationMinutes')}
      />
      <ZoneSelect
        current={zone}
        label={t('form.zone')}
        description={offsetLabel(ofClass, instantNear(date))}
        {...below}
        {...form.getInputProps('zone')}
      />
      {children}
    </Part>
  );
}

function Who({ form, liveClass }: { form: Form; liveClass: ManagedClass | undefined }) {
  const { t, i18n } = useTranslation(['classes', 'shell']);
  const { kind, requiredTier, targetAudience } = form.values;
  const { data: rules } = useQuery(classRulesQuery);
  return (
    <Part title={t('form.parts.who')}>
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
      <CountField
        label={t('form.maxStudents')}
        placeholder={liveClass || !rules ? undefined : String(seatsByDefault(kind, rules))}
        limits={targetAudience === 'kid' ? seatLimitsForKids : seatLimits}
        hideControls
        inputMode="numeric"
        {...form.getInputProps('maxStudents')}
      />
      <Select
        label={t('form.requiredTier')}
        allowDeselect={false}
        data={tiers.map((tier) => ({ value: tier, label: t(`shell:tiers.${tier}`) }))}
        {...form.getInputProps('requiredTier')}
      />
      {/* Every plan includes a free class. */}
      {requiredTier !== 'free' && <Price form={form} currency={liveClass?.currency} />}
    </Part>
  );
}

/** The description stands below the input, so that the inputs of a row align. */
const below = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies InputWrapperProps;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend className={styles.legend}>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

/**
 * `currency` is that of a class that exists; a new one has that of the price of a seat. A class that exists keeps no
 * usual price: where its seats begin to be sold, that is filled in.
 */
function Price({ form, currency: own }: { form: Form; currency: string | undefined }) {
  const { t } = useTranslation('classes');
  const { data } = useQuery(seatPriceQuery);
  const currency = own ?? data?.currency ?? '';
  const soldSingly = form.getInputProps('soldSingly', { type: 'checkbox' });
  return (
    <>
      <MoneyField
        label={t('form.price', { currency })}
        description={t('form.priceText')}
        {...below}
        placeholder={own === undefined ? t('form.usualPrice') : undefined}
        disabled={!form.values.soldSingly}
        {...form.getInputProps('priceCents')}
        value={form.values.priceCents}
      />
      <Switch
        className={styles.level}
        label={t('form.soldSingly')}
        {...soldSingly}
        onChange={(event) => {
          soldSingly.onChange(event);
          const isUsual = event.currentTarget.checked && form.values.priceCents === null;
          if (isUsual && data && data.currency === own) form.setFieldValue('priceCents', data.priceCents);
        }}
      />
    </>
  );
}

/** Selects the text, so that typing replaces the chosen option, as after a Tab key. */
function selectAll({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  currentTarget.select();
}

/** An instant of that day, for the UTC offset of the zone; now while no day is chosen. */
function instantNear(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  return (Number.isNaN(noon.getTime()) ? new Date() : noon).toISOString();
}
