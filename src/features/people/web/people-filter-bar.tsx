import { useTranslation } from 'react-i18next';
import { ageGroups, roles, tiers } from '#shared/actor.ts';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import type { Found } from '#web/ui/lists/found-status.tsx';
import { endingWithin, type PeopleFilters, type PeopleOrder } from '../contract.ts';

/** The search and the filters of the list. */
export function PeopleFilterBar({
  filters,
  sort,
  found,
  onFilter,
}: {
  filters: PeopleFilters;
  sort: PeopleOrder;
  found: Found;
  onFilter: (name: keyof PeopleFilters | 'sort', value: string) => void;
}) {
  const { t } = useTranslation(['people', 'shell']);
  const choices = {
    role: roles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
    tier: tiers.map((tier) => ({ value: tier, label: t(`shell:tiers.${tier}`) })),
    ends: [
      { value: 'week', label: t('filters.endsInDays', { count: endingWithin.week }) },
      { value: 'month', label: t('filters.endsInDays', { count: endingWithin.month }) },
    ],
    ageGroup: [
      ...ageGroups.map((group) => ({ value: group, label: t(`ageGroups.${group}`) })),
      { value: 'kid-without-consent', label: t('filters.kidWithoutConsent') },
    ],
    banned: [
      { value: 'without', label: t('filters.notBanned') },
      { value: 'only', label: t('filters.onlyBanned') },
    ],
    names: [
      { value: 'hidden', label: t('filters.namesHidden') },
      { value: 'chosen', label: t('filters.namesChosen') },
    ],
  };
  return (
    <FilterBar<keyof PeopleFilters | 'sort'>
      search={{
        name: 'search',
        label: t('filters.search'),
        value: filters.search ?? '',
        placeholder: t('filters.searchHint'),
        clearLabel: t('filters.clearSearch'),
      }}
      filters={[
        ...(Object.keys(choices) as (keyof typeof choices)[]).map((name) => ({
          name,
          label: t(`filters.${name}`),
          value: filters[name] ?? '',
          choices: choices[name],
        })),
        {
          name: 'sort',
          label: t('filters.sort'),
          value: sort === 'newest' ? '' : sort,
          allLabel: t('filters.newest'),
          choices: [
            { value: 'name', label: t('filters.byName') },
            { value: 'attendance', label: t('filters.byAttendance') },
            { value: 'coins', label: t('filters.byCoins') },
            { value: 'planEnd', label: t('filters.byPlanEnd') },
          ],
        },
      ]}
      allLabel={t('filters.all')}
      found={found}
      onFilter={onFilter}
    />
  );
}
