import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryCode, countryCodes, countryName, namesOfCountry } from '#shared/places/countries.ts';
import { regionNames } from '../../i18n/region-names.ts';
import { matchOption } from './match-option.ts';

const byName = matchOption((name) => namesOfCountry(countryCode(name) ?? ''));

/** A country, typed or picked; what is typed is completed to the country's name in the reader's language. */
export function CountryField({
  value = '',
  onChange,
  ...props
}: Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> & {
  value?: string;
  onChange: (country: string) => void;
}) {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const countries = useMemo(() => regionNames(countryCodes, language), [language]);
  const complete = () => {
    const code = countryCode(value);
    if (code) onChange(countryName(code, language));
  };
  return (
    <Autocomplete
      // Its list would lie over the form's other faults when the focus is moved to it.
      openOnFocus={false}
      autoComplete="country-name"
      data={countries}
      filter={byName}
      limit={6}
      value={value}
      onChange={onChange}
      {...props}
      onBlur={complete}
    />
  );
}
