import { SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LanguageCode, languageCodes } from '#shared/languages.ts';
import { languageName } from '#web/i18n/language-name.ts';
import { type ModerationStatus, moderationStatuses, type Source, sources } from '../../rules.ts';
import classes from './moderation-bar.module.css';
import type { ModerationFilters } from './moderation-filters.ts';

const all = 'all' as const;

/** The filters of the moderation queue, kept in the address. */
export function ModerationBar({
  filters,
  waiting,
  onChange,
}: {
  filters: ModerationFilters;
  /** The number of pending videos. */
  waiting: number | undefined;
  /** Called with what changes. */
  onChange: (choice: Partial<ModerationFilters>) => void;
}) {
  const { t, i18n } = useTranslation('videos');
  const [typed, setTyped] = useState(filters.search);
  const search = useDebouncedCallback((words: string) => onChange({ search: words }), 350);
  // Follows filters that were removed outside of the bar.
  const [known, setKnown] = useState(filters.search);
  if (known !== filters.search) {
    setKnown(filters.search);
    if (filters.search !== typed.trim()) setTyped(filters.search);
  }
  const statuses = [...moderationStatuses, all].map((status) => ({
    value: status,
    label: waiting && status === 'pending' ? `${t('tabs.pending')} · ${waiting}` : t(`tabs.${status}`),
  }));
  return (
    <Stack role="search" gap="md">
      <SegmentedControl
        className={classes.statuses}
        classNames={{ label: classes.status }}
        aria-label={t('moderation.status')}
        data={statuses}
        value={filters.status ?? all}
        onChange={(status) => onChange({ status: status === all ? null : (status as ModerationStatus) })}
      />
      <div className={classes.fields}>
        <TextInput
          className={classes.search}
          type="search"
          label={t('moderation.search')}
          placeholder={t('moderation.searchHint')}
          leftSection={<IconSearch size="1.25rem" aria-hidden />}
          maxLength={200}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            search(currentTarget.value.trim());
          }}
        />
        <Select
          label={t('moderation.source')}
          placeholder={t('moderation.any')}
          clearable
          data={sources.map((source) => ({ value: source, label: t(`sources.${source}`) }))}
          value={filters.source}
          onChange={(source) => onChange({ source: source as Source | null })}
        />
        <Select
          label={t('filters.language')}
          placeholder={t('moderation.any')}
          clearable
          searchable
          data={languageCodes.map((code) => ({ value: code, label: languageName(code, i18n.language) }))}
          value={filters.language}
          onChange={(language) => onChange({ language: language as LanguageCode | null })}
        />
        <Select
          label={t('moderation.switch')}
          placeholder={t('moderation.any')}
          clearable
          data={[
            { value: 'true', label: t('moderation.on') },
            { value: 'false', label: t('moderation.off') },
          ]}
          value={filters.active === null ? null : String(filters.active)}
          onChange={(active) => onChange({ active: active === null ? null : active === 'true' })}
        />
      </div>
    </Stack>
  );
}
