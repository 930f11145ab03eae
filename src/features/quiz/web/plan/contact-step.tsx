import { Alert, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CountryField } from '#web/ui/places/country-field.tsx';
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
  const { t } = useTranslation('quiz');
  const faults = tried ? wrongContact(contact) : {};
  return (
    <div className={classes.contact}>
      {Object.keys(faults).length > 0 && (
        <Alert
          color="red"
          role="alert"
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
      <CountryField
        size="md"
        name="country"
        label={t('plan.contact.country')}
        required
        value={contact.country}
        error={faults.country && t(`plan.errors.country.${faults.country}`)}
        onChange={(country) => onType({ ...contact, country })}
      />
    </div>
  );
}
