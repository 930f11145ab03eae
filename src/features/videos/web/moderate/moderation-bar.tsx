import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { languageCodes } from '#shared/languages.ts';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import type { Found } from '#web/ui/lists/found-status.tsx';
import { ListFilters } from '#web/ui/lists/list-filters.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { moderationStatuses, sources } from '../../rules.ts';
import { isNarrowed, type ModerationFilters } from './moderation-filters.ts';

/** The filters of the moderation queue, kept in the address. */
export function ModerationBar({
  filters,
  waiting,
  isEmpty,
  found,
  onFilter,
}: {
  filters: ModerationFilters;
  /** The number of pending videos. */
  waiting: number | undefined;
  /** Whether the status has no video to filter; undefined while it is unknown. */
  isEmpty: boolean | undefined;
  found: Found;
  onFilter: (name: keyof ModerationFilters, value: string) => void;
}) {
  const { t, i18n } = useTranslation('videos');
  const statuses = [...moderationStatuses, 'all' as const].map((status) => ({
    value: status,
    label: waiting && status === 'pending' ? `${t('tabs.pending')} · ${waiting}` : t(`tabs.${status}`),
  }));
  return (
    <Stack gap="md">
      <SegmentedControl
        label={t('moderation.status')}
        data={statuses}
        value={filters.status ?? 'pending'}
        onChange={(status) => onFilter('status', status === 'pending' ? '' : status)}
      />
      <ListFilters isEmpty={isEmpty} isFiltered={isNarrowed(filters)}>
        <FilterBar<keyof ModerationFilters>
          search={{
            name: 'search',
            label: t('moderation.search'),
            placeholder: t('moderation.searchHint'),
            value: filters.search ?? '',
          }}
          filters={[
            {
              name: 'source',
              label: t('moderation.source'),
              value: filters.source ?? '',
              choices: sources.map((source) => ({ value: source, label: t(`sources.${source}`) })),
            },
            {
              name: 'language',
              label: t('filters.language'),
              value: filters.language ?? '',
              choices: languageCodes.map((code) => ({
                value: code,
                label: languageName(code, i18n.language),
              })),
            },
            {
              name: 'active',
              label: t('moderation.switch'),
              value: filters.active ?? '',
              choices: [
                { value: 'true', label: t('moderation.on') },
                { value: 'false', label: t('moderation.off') },
              ],
            },
          ]}
          allLabel={t('moderation.any')}
          found={found}
          onFilter={onFilter}
        />
      </ListFilters>
    </Stack>
  );
}
