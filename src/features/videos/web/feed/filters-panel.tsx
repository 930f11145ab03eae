import { Button, Chip, Fieldset, Group, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { type LanguageCode, languages } from '#shared/languages.ts';
import { type Level, levels } from '#shared/levels.ts';
import { type Topic, topics } from '#shared/topics.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { countFilters, type FeedFilters, noFilters } from './feed-filters.ts';
import classes from './filters-panel.module.css';

const anyLevel = 'any' as const;

/** The languages shown at first: two or three lines on a phone. */
const fewLanguages = 6;

/** The filters of the feed: any number of languages and topics, one level. Each choice applies at once. */
export function FiltersPanel({
  filters,
  own,
  onChange,
  found,
  children,
}: {
  filters: FeedFilters;
  /** The languages that the student learns: the first ones offered. */
  own: readonly string[];
  /** Called with what changes. */
  onChange: (choice: Partial<FeedFilters>) => void;
  /** The number of videos, in words. */
  found: string;
  children?: ReactNode;
}) {
  const { t } = useTranslation('videos');
  return (
    <Stack gap="lg">
      <LanguageFilter chosen={filters.language} own={own} onChange={(language) => onChange({ language })} />
      <Fieldset variant="unstyled" legend={t('filters.level')} className={classes.group}>
        <Chip.Group
          value={filters.level ?? anyLevel}
          onChange={(level) => onChange({ level: level === anyLevel ? null : (level as Level) })}
        >
          <Group gap="xs">
            {[anyLevel, ...levels].map((level) => (
              <Chip key={level} value={level} color="feed" classNames={{ label: classes.chip }}>
                {level === anyLevel ? t('filters.anyLevel') : t(`levels.${level}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Fieldset>
      <Fieldset variant="unstyled" legend={t('filters.topic')} className={classes.group}>
        <Chip.Group
          multiple
          value={[...filters.topic]}
          onChange={(topic) => onChange({ topic: topic as Topic[] })}
        >
          <Group gap="xs">
            {topics.map((topic) => (
              <Chip key={topic} value={topic} color="feed" classNames={{ label: classes.chip }}>
                {t(`topics.${topic}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Fieldset>
      <Group justify="space-between" mih="2.75rem">
        <Text c="dimmed" size="sm">
          {found}
        </Text>
        {countFilters(filters) > 0 && (
          <Button variant="default" size="sm" onClick={() => onChange(noFilters)}>
            {t('filters.clear')}
          </Button>
        )}
      </Group>
      {children}
    </Stack>
  );
}

/** Any number of languages; few are offered at first. */
function LanguageFilter({
  chosen,
  own,
  onChange,
}: {
  chosen: readonly LanguageCode[];
  /** The first ones offered. */
  own: readonly string[];
  onChange: (languages: LanguageCode[]) => void;
}) {
  const { t, i18n } = useTranslation('videos');
  const [allLanguages, setAllLanguages] = useState(false);
  const ordered = languages.toSorted(
    (one, other) => Number(own.includes(other.code)) - Number(own.includes(one.code)),
  );
  // Chosen languages always show.
  const offered = ordered.filter(
    ({ code }, place) => allLanguages || place < fewLanguages || chosen.includes(code),
  );
  return (
    <Fieldset variant="unstyled" legend={t('filters.language')} className={classes.group}>
      <Chip.Group multiple value={[...chosen]} onChange={(language) => onChange(language as LanguageCode[])}>
        <Group gap="xs">
          <Chip
            checked={chosen.length === 0}
            color="feed"
            classNames={{ label: classes.chip }}
            onChange={() => onChange([])}
          >
            {t('filters.anyLanguage')}
          </Chip>
          {offered.map(({ code }) => (
            <Chip key={code} value={code} color="feed" classNames={{ label: classes.chip }}>
              <span className={classes.language}>
                <LanguageFlag language={code} size="sm" />
                {languageName(code, i18n.language)}
              </span>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {own.length > 0 && chosen.length === 0 && (
        <Text c="dimmed" size="sm" mt="xs">
          {t('filters.mixed')}
        </Text>
      )}
      <Button
        variant="subtle"
        size="sm"
        mt="xs"
        aria-expanded={allLanguages}
        rightSection={
          allLanguages ? (
            <IconChevronUp size="1rem" aria-hidden />
          ) : (
            <IconChevronDown size="1rem" aria-hidden />
          )
        }
        onClick={() => setAllLanguages(!allLanguages)}
      >
        {allLanguages
          ? t('filters.fewerLanguages')
          : t('filters.moreLanguages', { count: languages.length - offered.length })}
      </Button>
    </Fieldset>
  );
}
