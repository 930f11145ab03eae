import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import type { Found } from '#web/ui/lists/found-status.tsx';
import { actWords } from './act-words.ts';
import type { DayFilters } from './audit-filters.ts';
import { auditChoicesQuery } from './queries.ts';

type Name = Exclude<keyof DayFilters, 'person'>;

/** What the log is filtered by: the act, who did it, when, and words of the reason. */
export function AuditFilterBar({
  filters,
  found,
  onFilter,
}: {
  filters: DayFilters;
  found: Found;
  onFilter: (name: Name, value: string) => void;
}) {
  const { t, i18n } = useTranslation('audit');
  const { data } = useQuery(auditChoicesQuery);
  const acts = (data?.acts ?? [])
    .map((act) => ({ value: act, label: actWords(act, i18n) }))
    .sort((one, other) => one.label.localeCompare(other.label, i18n.language));
  const actors = (data?.actors ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const filter = (name: Name) => ({ name, label: t(`filters.${name}`), value: filters[name] ?? '' });
  return (
    <FilterBar<Name>
      search={{ ...filter('search'), placeholder: t('filters.searchHint') }}
      filters={[
        { ...filter('act'), choices: acts },
        { ...filter('actor'), choices: actors },
      ]}
      allLabel={t('filters.all')}
      days={[filter('from'), filter('to')]}
      found={found}
      onFilter={onFilter}
    />
  );
}
