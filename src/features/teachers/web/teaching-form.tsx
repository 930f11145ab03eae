import { Button, Chip, Fieldset, Group, Input, Stack, Textarea } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { AskBeforeLeaving } from '#web/ui/dialogs/ask-before-leaving.tsx';
import { CountField } from '#web/ui/figures/count-field.tsx';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { longest, type TeachingForm as Teaching, teachableLanguages } from '../contract.ts';
import { SpecialtiesField } from './specialties-field.tsx';
import styles from './teachers.module.css';
import { bodyOf, faultsOf, type TeachingValues, withSpecialty } from './teaching-values.ts';

/** The form of a teacher profile, for applying and for later changes. */
export function TeachingForm({
  initial,
  submitLabel,
  busy,
  disabled = false,
  firstField,
  onSubmit,
  onCancel,
}: {
  initial: TeachingValues;
  submitLabel: string;
  busy: boolean;
  /** True while it cannot be sent. */
  disabled?: boolean;
  firstField?: Ref<HTMLTextAreaElement>;
  onSubmit: (teaching: Teaching) => void;
  onCancel?: () => void;
}) {
  const { t } = useTranslation(['teachers', 'shell']);
  const [typed, setTyped] = useState('');
  const languagesId = useId();
  const form = useForm<TeachingValues>({
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(faultsOf(values)).map(([field, fault]) => [field, t(`form.errors.${fault}`)]),
      ),
  });

  /** Includes a specialty that was typed without Enter, so that it is not lost. */
  function submit() {
    const specialties = withSpecialty(form.getValues().specialties, typed);
    form.setFieldValue('specialties', specialties);
    setTyped('');
    if (form.validate().hasErrors) return focusFirst();
    onSubmit(bodyOf({ ...form.getValues(), specialties }));
  }

  function focusFirst() {
    const { bio, languagesTaught } = faultsOf(form.getValues());
    if (!bio && languagesTaught) document.getElementById(languagesId)?.querySelector('input')?.focus();
    else form.getInputNode(bio ? 'bio' : 'experienceYears')?.focus();
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AskBeforeLeaving active={!busy && (form.isDirty() || typed !== '')} />
      <Stack gap="lg">
        <Textarea
          ref={firstField}
          label={t('form.bio')}
          description={t('form.bioHint')}
          required
          autosize
          minRows={4}
          maxLength={longest.bio}
          {...form.getInputProps('bio')}
        />
        <LanguagesField form={form} id={languagesId} />
        <SpecialtiesField
          value={form.values.specialties}
          typed={typed}
          error={form.errors.specialties as string | undefined}
          onChange={(specialties) => form.setFieldValue('specialties', specialties)}
          onType={setTyped}
        />
        <CountField
          label={t('form.years')}
          limits={[0, longest.experienceYears]}
          className={styles.years}
          {...form.getInputProps('experienceYears')}
        />
        <Group>
          <Button type="submit" color="teach" disabled={disabled} loading={busy} className={styles.submit}>
            {submitLabel}
          </Button>
          {onCancel && (
            <Button variant="default" disabled={busy} onClick={onCancel}>
              {t('shell:dialog.cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function LanguagesField({ form, id }: { form: UseFormReturnType<TeachingValues>; id: string }) {
  const { t, i18n } = useTranslation('teachers');
  const error = form.errors.languagesTaught;
  return (
    <Fieldset
      variant="unstyled"
      id={id}
      legend={
        <>
          {t('form.languages')}{' '}
          <span className={styles.required} aria-hidden>
            *
          </span>
        </>
      }
      className={styles.languages}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <Chip.Group multiple {...form.getInputProps('languagesTaught')}>
        <Group gap="xs">
          {teachableLanguages.map((code) => (
            <Chip key={code} value={code} color="teach" classNames={{ label: styles.chip }}>
              <span className={styles.language}>
                <LanguageFlag language={code} size="sm" />
                {languageName(code, i18n.language)}
              </span>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {error && (
        <Input.Error id={`${id}-error`} mt="xs" role="alert">
          {error}
        </Input.Error>
      )}
    </Fieldset>
  );
}
