import { Badge, Button, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '../figures/day-field.tsx';
import styles from './filter-bar.module.css';
import { type Found, FoundStatus } from './found-status.tsx';
import { type Search, SearchField } from './search-field.tsx';
import { useTypedFilter } from './use-typed-filter.ts';

type Day<Name> = {
  name: Name;
  label: string;
  /** The chosen day, `2026-11-21`; empty for none. */
  value: string;
};

type Filter<Name> = {
  name: Name;
  label: string;
  /** The chosen value; empty for the first choice. */
  value: string;
  choices: { value: string; label: string }[];
  /** The label of the first choice, in place of the bar's. */
  allLabel?: string;
};

/**
 * The filters of a list: a search, selects whose first choice filters nothing, and days. A phone shows the search and
 * one button, which opens the rest and counts what is chosen, so that the list begins on the first screen.
 */
export function FilterBar<Name extends string>({
  search,
  filters,
  days = [],
  allLabel,
  beside,
  found,
  onFilter,
}: {
  search?: Search & { name: Name };
  filters: Filter<Name>[];
  days?: Day<Name>[];
  /** The label of the choice that filters nothing. */
  allLabel: string;
  /** What a phone shows beside the button that opens the fields. */
  beside?: ReactNode;
  /** What the list has by these filters, which screen readers are told when they change. */
  found: Found;
  /** Called with the trimmed search or a day when the person pauses, and with a choice at once. */
  onFilter: (name: Name, value: string) => void;
}) {
  const [opened, { toggle }] = useDisclosure(false);
  const fields = useId();
  const chosen = [...filters, ...days].filter(({ value }) => value !== '').length;
  const values = [search?.value, ...[...filters, ...days].map(({ value }) => value)].join('\n');
  return (
    <search className={styles.filters}>
      {search && (
        <SearchField {...search} className={styles.search} onSearch={(text) => onFilter(search.name, text)} />
      )}
      <FiltersButton chosen={chosen} opened={opened} controls={fields} onToggle={toggle} />
      {beside && <div className={styles.beside}>{beside}</div>}
      <div id={fields} className={styles.fields} data-opened={opened}>
        {filters.map((filter) => (
          <NativeSelect
            key={filter.name}
            size="md"
            label={filter.label}
            data={[{ value: '', label: filter.allLabel ?? allLabel }, ...filter.choices]}
            value={filter.value}
            onChange={({ currentTarget }) => onFilter(filter.name, currentTarget.value)}
          />
        ))}
        {days.map(({ name, ...day }) => (
          <DayFilter key={name} {...day} onFilter={(value) => onFilter(name, value)} />
        ))}
      </div>
      <FoundStatus filters={values} found={found} />
    </search>
  );
}

/** It waits for a pause, because a year that is being typed is 0002, 0020 and 0202 first. */
function DayFilter({
  label,
  value,
  onFilter,
}: Omit<Day<string>, 'name'> & { onFilter: (value: string) => void }) {
  const [typed, type] = useTypedFilter(value, onFilter);
  return <DayField size="md" label={label} value={typed} onChange={type} />;
}

/** Only on a phone: wider screens show the fields at all times. */
function FiltersButton({
  chosen,
  opened,
  controls,
  onToggle,
}: {
  chosen: number;
  opened: boolean;
  controls: string;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const Chevron = opened ? IconChevronUp : IconChevronDown;
  return (
    <Button
      className={styles.button}
      hiddenFrom="sm"
      variant="default"
      size="md"
      aria-expanded={opened}
      aria-controls={controls}
      leftSection={<IconAdjustmentsHorizontal size="1.25rem" aria-hidden />}
      rightSection={
        <>
          {chosen > 0 && (
            <Badge circle size="lg" mr="xs" aria-hidden>
              {chosen}
            </Badge>
          )}
          <Chevron size="1.25rem" aria-hidden />
        </>
      }
      onClick={onToggle}
    >
      <span aria-hidden={chosen > 0}>{t('filters.open')}</span>
      {chosen > 0 && <span className="visually-hidden">{t('filters.openChosen', { count: chosen })}</span>}
    </Button>
  );
}
