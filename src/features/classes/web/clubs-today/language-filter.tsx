import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LanguageCode } from '#shared/languages.ts';
import { languageName } from '#web/i18n/language-name.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import type { ClassCard } from '../../contract.ts';
import styles from './language-filter.module.css';

/** The languages spoken in these classes, each once, in their order of appearance. */
export function languagesOf(classes: readonly ClassCard[]): LanguageCode[] {
  return [...new Set(classes.flatMap(({ language }) => (language ? [language] : [])))];
}

/** One language, or all: `chosen` is then ''. */
export function LanguageFilter({
  offered,
  chosen,
  onChoose,
}: {
  offered: readonly LanguageCode[];
  chosen: string;
  onChoose: (language: string) => void;
}) {
  const { t, i18n } = useTranslation('classes');
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">{t('filter.label')}</legend>
      <Chip.Group value={chosen} onChange={(language) => onChoose(language as string)}>
        <Group gap="xs">
          <Chip value="" size="lg" color="live" classNames={{ label: styles.label }}>
            {t('filter.all')}
          </Chip>
          {offered.map((code) => (
            <Chip key={code} value={code} size="lg" color="live" classNames={{ label: styles.label }}>
              <Group gap="xs" wrap="nowrap" component="span">
                <LanguageFlag language={code} size="sm" />
                {languageName(code, i18n.language)}
              </Group>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </fieldset>
  );
}
