import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { cupOrders } from '../../contract.ts';
import { cupLanguages } from '../../rules.ts';
import styles from './cup-filter-bar.module.css';
import type { CupFilters } from './cup-filters.ts';

/**
 * The filters by language and order. First the languages that the reader learns, then those of the board, the most
 * frequent first, then the others that the cup always offers.
 */
export function CupFilterBar({
  filters,
  languages,
  own,
  onFilter,
}: {
  filters: CupFilters;
  languages: readonly { language: string }[];
  own: readonly string[];
  onFilter: (name: keyof CupFilters, value: string) => void;
}) {
  const { t, i18n } = useTranslation('cup');
  const onBoard = languages.map(({ language }) => language);
  const all = new Set<string>([...onBoard, ...cupLanguages, filters.language]);
  const offered = new Set<string>([...own.filter((language) => all.has(language)), ...all]);
  offered.delete('');
  return (
    <div className={styles.bar}>
      <fieldset className={styles.languages}>
        <legend className="visually-hidden">{t('filter.language')}</legend>
        <Chip.Group
          value={filters.language}
          onChange={(language) => onFilter('language', language as string)}
        >
          <Chip value="" size="lg" color="cup" classNames={{ label: styles.label }}>
            {t('filter.all')}
          </Chip>
          {[...offered].map((language) => (
            <Chip key={language} value={language} size="lg" color="cup" classNames={{ label: styles.label }}>
              <Group gap="xs" wrap="nowrap" component="span">
                <LanguageFlag language={language} size="sm" />
                {languageName(language, i18n.language)}
              </Group>
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
      <SegmentedControl
        className={styles.order}
        label={t('filter.order')}
        value={filters.order}
        onChange={(order) => onFilter('order', order === 'xp' ? '' : order)}
        data={cupOrders.map((order) => ({ value: order, label: t(`filter.${order}`) }))}
      />
    </div>
  );
}
