import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { countryName } from '#shared/places/countries.ts';
import type { TypedNumber } from '../../contract.ts';
import { FormError } from '../enter/form-error.tsx';
import { useSignInRules } from '../sign-in-rules.ts';

/** A mobile number, in one of the countries to which messages are sent. */
export function NumberForm({
  typed,
  busy,
  error = null,
  onNumber,
}: {
  /** What was typed the last time. */
  typed?: TypedNumber | undefined;
  busy: boolean;
  error?: string | null;
  /** `shown` is the number as a person reads it. */
  onNumber: (number: TypedNumber, shown: string) => void;
}) {
  const { t, i18n } = useTranslation('accounts');
  const { phones } = useSignInRules();
  const form = useForm({
    initialValues: typed ?? { country: countryHere(phones), number: '' },
    validate: {
      number: (number) => (/\d{4}/.test(number.replaceAll(/\D/g, '')) ? null : t('phoneCode.numberMissing')),
    },
  });
  const prefixOf = (wanted: string) => phones.find(({ country }) => country === wanted)?.prefix ?? '';
  const options = phones.map(({ country, prefix }) => ({
    value: country,
    label: `${countryName(country, i18n.language)} (${prefix})`,
  }));
  const shownOf = ({ country, number }: TypedNumber) =>
    number.trim().startsWith('+') ? number.trim() : `${prefixOf(country)} ${number.trim()}`;
  return (
    <form noValidate onSubmit={form.onSubmit((typed) => onNumber(typed, shownOf(typed)))}>
      <Stack>
        <NativeSelect
          label={t('phoneCode.country')}
          data={options}
          autoComplete="country"
          {...form.getInputProps('country')}
        />
        <TextInput
          label={t('phoneCode.number')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={40}
          required
          data-autofocus
          {...form.getInputProps('number')}
        />
        <FormError error={error} />
        <Button type="submit" loading={busy}>
          {t('phoneCode.ask')}
        </Button>
      </Stack>
    </form>
  );
}

/** The country of the device, if messages are sent there; else the first. */
function countryHere(phones: readonly { country: string }[]): string {
  const regions = navigator.languages.map((language) => language.split('-').at(-1));
  return (phones.find(({ country }) => regions.includes(country)) ?? phones[0])?.country ?? '';
}
