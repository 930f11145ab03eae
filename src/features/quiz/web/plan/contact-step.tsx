import { Alert, Autocomplete, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryNames } from '#features/profiles/web/country-names.ts';
import classes from '../quiz.module.css';
import { type PlanDraft, wrongContact } from './plan-draft.ts';

/** The contact form of a visitor. Field errors appear after the first attempt to continue. */
export function ContactStep({
  contact,
  tried,
  onType,
}: {
  contact: PlanDraft['contact'];
  tried: boolean;
  onType: (contact: PlanDraft['contact']) => void;
}) {
  const { t, i18n } = useTranslation('quiz');
  const faults = tried ? wrongContact(contact) : {};
  const countries = useMemo(() => countryNames(i18n.language), [i18n.language]);
  return (
    <div className={classes.contact}>
      {Object.keys(faults).length > 0 && (
        <Alert
          color="red"
          title={t('plan.errors.title')}
          icon={<IconAlertCircle aria-hidden />}
          className={classes.formError}
        >
          {t('plan.errors.text')}
        </Alert>
      )}
      <TextInput
        name="name"
        label={t('plan.contact.name')}
        autoComplete="name"
        required
        value={contact.name}
        error={faults.name && t(`plan.errors.name.${faults.name}`)}
        onChange={({ currentTarget }) => onType({ ...contact, name: currentTarget.value })}
      />
      <TextInput
        name="email"
        type="email"
        inputMode="email"
        label={t('plan.contact.email')}
        autoComplete="email"
        required
        value={contact.email}
        error={faults.email && t(`plan.errors.email.${faults.email}`)}
        onChange={({ currentTarget }) => onType({ ...contact, email: currentTarget.value })}
      />
      <Autocomplete
        size="md"
        name="country"
        label={t('plan.contact.country')}
        autoComplete="country-name"
        data={countries}
        limit={6}
        required
        value={contact.country}
        error={faults.country && t(`plan.errors.country.${faults.country}`)}
        onChange={(country) => onType({ ...contact, country })}
      />
    </div>
  );
}
