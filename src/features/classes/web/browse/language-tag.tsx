import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AgeGroup } from '#shared/actor.ts';
import { languageName } from '#shared/language-name.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';

type Taught = { language: LanguageCode | null; targetAudience: AgeGroup };

/** `Inglés`, `Inglés Kids`, or the text for a class in any language. */
export function useLanguageLabel(): (taught: Taught) => string {
  const { t, i18n } = useTranslation('classes');
  return ({ language, targetAudience }) => {
    const name = language === null ? t('anyLanguage') : languageName(language, i18n.language);
    return targetAudience === 'kid' ? t('kids', { language: name }) : name;
  };
}

/** The flag and name of a class's language. */
export function LanguageTag({ taught, size = 'sm' }: { taught: Taught; size?: 'xs' | 'sm' }) {
  const label = useLanguageLabel();
  return (
    <Group gap="xs" wrap="nowrap" component="span">
      {taught.language && <LanguageFlag language={taught.language} size="sm" />}
      <Text span size={size} fw={600}>
        {label(taught)}
      </Text>
    </Group>
  );
}
