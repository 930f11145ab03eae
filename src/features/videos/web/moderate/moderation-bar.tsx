import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { type LanguageCode, languageCodes } from '#shared/languages.ts';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import { ListFilters } from '#web/ui/lists/list-filters.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { moderationStatuses, type Source, sources } from '../../rules.ts';
import { isNarrowed, type ModerationFilters } from './moderation-filters.ts';

const all = 'all' as const;

/** The filters of the moderation queue, kept in the address. */
export function ModerationBar({
  filters,
  waiting,
  isEmpty,
  onChange,
}: {
  filters: ModerationFilters;
  /** The number of pending videos. */
  waiting: number | undefined;
  /** Whether the status has no video to filter; undefined while it is unknown. */
  isEmpty: boolean | undefined;
  /** Called with what changes. */
  onChange: (choice: Partial<ModerationFilters>) => void;
}) {
  const { t, i18n } = useTranslation('videos');
  const statuses = [...moderationStatuses, all].map((status) => ({
    value: status,
    label: waiting && status === 'pending' ? `${t('tabs.pending')} · ${waiting}` : t(`tabs.${status}`),
  }));
  return (
    <Stack gap="md">
      <SegmentedControl
        label={t('moderation.status')}
        data={statuses}
        value={filters.status ?? all}
        onChange={(status) => onChange({ status: status === all ? null : status })}
      />
      <ListFilters isEmpty={isEmpty} isFiltered={isNarrowed(filters)}>
        <FilterBar<'search' | 'source' | 'language' | 'active'>
          search={{
            name: 'search',
            label: t('moderation.search'),
            placeholder: t('moderation.searchHint'),
            value: filters.search,
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
              value: filters.active === null ? '' : String(filters.active),
              choices: [
                { value: 'true', label: t('moderation.on') },
                { value: 'false', label: t('moderation.off') },
              ],
            },
          ]}
          allLabel={t('moderation.any')}
          onFilter={(name, value) => {
            if (name === 'search') onChange({ search: value });
            else if (name === 'source') onChange({ source: (value as Source) || null });
            else if (name === 'language') onChange({ language: (value as LanguageCode) || null });
            else onChange({ active: value === '' ? null : value === 'true' });
          }}
        />
      </ListFilters>
    </Stack>
  );
}
