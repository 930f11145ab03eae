import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { locales } from '#shared/locales.ts';
import { countryIn } from '#shared/places/countries.ts';
import { chooseLocale } from '#web/i18n/i18n.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { CountryField } from '#web/ui/places/country-field.tsx';
import { ZoneSelect } from '#web/ui/places/zone-select.tsx';
import { toastError, toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type Profile, profileChange } from '../contract.ts';
import { SaveOrCancel } from './edit-buttons.tsx';
import classes from './profile.module.css';
import { useChangeProfile } from './queries.ts';

const longest = { name: 80, country: 60 };

/** The changes are the form's own until they are saved: what happens to the profile meanwhile does not touch them. */
export function PersonalInfoForm({
  profile,
  firstField,
  onDone,
}: {
  profile: Profile;
  firstField: Ref<HTMLInputElement>;
  onDone: () => void;
}) {
  const { t, i18n } = useTranslation('profiles');
  const change = useChangeProfile();
  const form = useForm({
    initialValues: {
      name: profile.name,
      country: profile.country ? countryIn(i18n.language, profile.country) : '',
      zone: profile.zone,
      locale: profile.locale as string,
    },
    validate: {
      name: (name) => (isFine({ name }) ? null : t('profile.errors.name')),
      country: (country) =>
        isFine({ country: country.trim() || null }) ? null : t('profile.errors.country'),
    },
  });

  function save(values: typeof form.values) {
    const locale = values.locale as Profile['locale'];
    change.mutate(
      { ...values, country: values.country.trim() || null, locale },
      {
        async onSuccess() {
          onDone();
          if (locale !== profile.locale) {
            const failed = (error: unknown) => toastFailure(error, i18n.t('shell:languageFailed'));
            await chooseLocale(locale).catch(failed);
          }
          // In the language that was just chosen, where one was.
          toastSuccess(i18n.t('profiles:profile.saved'), i18n.t('profiles:profile.savedText'));
        },
        onError: (error) => toastError(t('profile.failed'), refusalText(error)),
      },
    );
  }

  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <div className={classes.fields}>
        <TextInput
          ref={firstField}
          label={t('profile.name')}
          autoComplete="name"
          required
          maxLength={longest.name}
          {...form.getInputProps('name')}
        />
        <CountryField
          label={t('profile.country')}
          maxLength={longest.country}
          {...form.getInputProps('country')}
        />
        <ZoneSelect
          current={profile.zone}
          label={t('profile.zone')}
          description={t('profile.zoneHint')}
          {...form.getInputProps('zone')}
        />
        <Select
          label={t('profile.locale')}
          description={t('profile.localeHint')}
          data={locales.map(({ code, name }) => ({ value: code, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('locale')}
        />
      </div>
      <SaveOrCancel busy={change.isPending} onCancel={onDone} />
    </form>
  );
}

function isFine(part: { name: string } | { country: string | null }): boolean {
  return profileChange.safeParse(part).success;
}
