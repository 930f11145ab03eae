import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { tiers } from '#shared/actor.ts';
import { languageInSentence, languageName } from '#shared/language-name.ts';
import { findLanguage, languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { enumerate } from '#web/i18n/enumerate.ts';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import type { Found } from '#web/ui/lists/found-status.tsx';
import { kinds } from '../../contract.ts';
import styles from './class-filter-bar.module.css';
import type { Filters } from './class-filters.ts';

/**
 * The filters of the students' lists. Without a chosen language a list shows those the reader learns: the bar says so,
 * and one tap shows all.
 */
export function ClassFilterBar({
  filters,
  clubsOnly = false,
  beside,
  found,
  onFilter,
}: {
  filters: Filters;
  /** The list holds clubs only, so there is no choice of the kind. */
  clubsOnly?: boolean;
  /** What a phone shows beside the button of the filters. */
  beside?: ReactNode;
  found: Found;
  onFilter: (name: keyof Filters, value: string) => void;
}) {
  const { t, i18n } = useTranslation(['classes', 'shell']);
  const { account } = useAccount();
  const own = (account?.languages ?? []).flatMap((spelling) => findLanguage(spelling)?.code ?? []);
  const names = enumerate(
    own.map((code) => languageInSentence(code, i18n.language)),
    i18n.language,
  );
  const languages = languageCodes.map((code) => ({ value: code, label: languageName(code, i18n.language) }));
  const narrowed = own.length > 0 && !filters.language;
  return (
    <div className={styles.bar}>
      <FilterBar<keyof Filters>
        allLabel={t('filters.all')}
        beside={beside}
        found={found}
        onFilter={onFilter}
        filters={[
          {
            name: 'language',
            label: t('filters.language'),
            value: own.length === 0 && filters.language === 'any' ? '' : (filters.language ?? ''),
            allLabel: own.length > 0 ? t('filters.mine') : t('filters.any'),
            choices: own.length > 0 ? [{ value: 'any', label: t('filters.any') }, ...languages] : languages,
          },
          {
            name: 'level',
            label: t('filters.level'),
            value: filters.level ?? '',
            choices: levels.map((value) => ({ value, label: t(`shell:levels.${value}`) })),
          },
          {
            name: 'tier',
            label: t('filters.tier'),
            value: filters.tier ?? '',
            choices: tiers.map((value) => ({ value, label: t(`shell:tiers.${value}`) })),
          },
          ...(clubsOnly
            ? []
            : [
                {
                  name: 'kind' as const,
                  label: t('filters.kind'),
                  value: filters.kind ?? '',
                  choices: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
                },
              ]),
        ]}
      />
      {narrowed && (
        <Text size="sm" c="dimmed">
          {t('filters.onlyMine', { languages: names })}{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            className={styles.all}
            onClick={() => onFilter('language', 'any')}
          >
            {t('filters.showAll')}
          </Anchor>
        </Text>
      )}
    </div>
  );
}
