import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { locales } from '#shared/locales.ts';
import type { InputOf } from '#shared/operation.ts';
import { countryIn } from '#shared/places/countries.ts';
import { call } from '#web/api/call.ts';
import { chooseLocale } from '#web/i18n/i18n.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { CountryField } from '#web/ui/places/country-field.tsx';
import { ZoneSelect } from '#web/ui/places/zone-select.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { changeProfile, type Profile, profileChange } from '../contract.ts';
import { SaveOrCancel } from './edit-buttons.tsx';
import classes from './profile.module.css';
import { useCacheProfile } from './queries.ts';
import { readNewDay } from './read-new-day.ts';

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
  const queryClient = useQueryClient();
  const cache = useCacheProfile();
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

  const before = form.getInitialValues();
  const change = useAct((body: InputOf<typeof changeProfile>['body']) => call(changeProfile, { body }), {
    stale: ['accounts'],
    failed: t('profile.failed'),
    async onDone(saved) {
      cache(saved);
      if (saved.zone !== before.zone) readNewDay(queryClient);
      onDone();
      if (saved.locale !== before.locale) {
        const failed = (error: unknown) => toastFailure(error, i18n.t('shell:languageFailed'));
        await chooseLocale(saved.locale).catch(failed);
      }
      // In the language that was just chosen, where one was.
      toastSuccess(i18n.t('profiles:profile.saved'), i18n.t('profiles:profile.savedText'));
    },
  });
  const save = ({ name, country, zone, locale }: typeof form.values) =>
    change.mutate({
      name,
      country: country.trim() || null,
      zone,
      locale: locale as Profile['locale'],
    });

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
