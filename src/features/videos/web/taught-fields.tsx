import { Chip, Fieldset, Group, Select, SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { type LanguageCode, languageCodes } from '#shared/languages.ts';
import { type Level, levels } from '#shared/levels.ts';
import { type Topic, topics } from '#shared/topics.ts';
import classes from './feed/filters-panel.module.css';

/** What a video, or the videos of a channel, teach. Null is a field without a choice. */
export type Taught = { language: LanguageCode | null; level: Level | null; topics: readonly Topic[] };

export const nothingTaught: Taught = { language: null, level: null, topics: [] };

/** The fields for language, level and topics. Where it `isChecked`, a required one without a choice says so. */
export function TaughtFields({
  value,
  isChecked = false,
  onChange,
}: {
  value: Taught;
  isChecked?: boolean;
  onChange: (value: Taught) => void;
}) {
  const { t, i18n } = useTranslation('videos');
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('filters.language')}
          withAsterisk
          searchable
          allowDeselect={false}
          data={languageCodes.map((code) => ({ value: code, label: languageName(code, i18n.language) }))}
          value={value.language}
          error={isChecked && !value.language && t('form.errors.language')}
          onChange={(language) => onChange({ ...value, language: language as LanguageCode | null })}
        />
        <Select
          label={t('filters.level')}
          withAsterisk
          allowDeselect={false}
          data={levels.map((level) => ({ value: level, label: t(`levels.${level}`) }))}
          value={value.level}
          error={isChecked && !value.level && t('form.errors.level')}
          onChange={(level) => onChange({ ...value, level: level as Level | null })}
        />
      </SimpleGrid>
      <Fieldset variant="unstyled" legend={t('filters.topic')} className={classes.group}>
        <Chip.Group
          multiple
          value={[...value.topics]}
          onChange={(chosen) => onChange({ ...value, topics: chosen as Topic[] })}
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
    </Stack>
  );
}
