import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { tiers } from '#shared/actor.ts';
import { languageName } from '#shared/language-name.ts';
import { languageCodes } from '#shared/languages.ts';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import type { Found } from '#web/ui/lists/found-status.tsx';
import { kinds, type ManagedFilters } from '../../contract.ts';
import { possibleTeachersQuery } from '../managed-queries.ts';

type Name = keyof ManagedFilters;

/** The search and the filters of the organiser's list. The filter by teacher is for administrators. */
export function ManagedFilterBar({
  filters,
  found,
  onFilter,
}: {
  filters: ManagedFilters;
  found: Found;
  onFilter: (name: Name, value: string) => void;
}) {
  const { t, i18n } = useTranslation(['classes', 'shell']);
  const { account } = useAccount();
  const isAdmin = account?.role === 'admin';
  const { data: teachers } = useQuery({ ...possibleTeachersQuery, enabled: isAdmin });
  const choices: [Exclude<Name, 'search'>, { value: string; label: string }[]][] = [
    ['when', [{ value: 'past', label: t('admin.filters.past') }]],
    ['roll', [{ value: 'due', label: t('admin.filters.rollDue') }]],
    ['link', [{ value: 'none', label: t('admin.filters.noLink') }]],
    ['kind', kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))],
    ['language', languageCodes.map((code) => ({ value: code, label: languageName(code, i18n.language) }))],
    ['tier', tiers.map((tier) => ({ value: tier, label: t(`shell:tiers.${tier}`) }))],
  ];
  if (isAdmin) {
    const named = teachers?.items.map(({ userId, name }) => ({ value: userId, label: name })) ?? [];
    choices.push(['teacher', [{ value: 'none', label: t('admin.filters.noTeacher') }, ...named]]);
  }
  return (
    <FilterBar<Name>
      search={{
        name: 'search',
        label: t('admin.filters.search'),
        value: filters.search ?? '',
        clearLabel: t('admin.filters.clear'),
      }}
      filters={choices.map(([name, options]) => ({
        name,
        label: t(`admin.filters.${name}`),
        value: filters[name] ?? '',
        choices: options,
        ...(name === 'when' && { allLabel: t('admin.filters.coming') }),
      }))}
      allLabel={t('admin.filters.all')}
      found={found}
      onFilter={onFilter}
    />
  );
}
