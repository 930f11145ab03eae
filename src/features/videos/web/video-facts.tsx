import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';
import type { Topic } from '#shared/topics.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';

/** Language, level and topics in one line. */
export function VideoFacts({
  of,
}: {
  of: { language: LanguageCode; level: Level; topics: readonly Topic[] };
}) {
  const { t, i18n } = useTranslation('videos');
  const words = [
    languageName(of.language, i18n.language),
    t(`levels.${of.level}`),
    ...of.topics.map((topic) => t(`topics.${topic}`)),
  ];
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <LanguageFlag language={of.language} size="sm" />
      <Text size="sm">{words.join(' · ')}</Text>
    </Group>
  );
}
