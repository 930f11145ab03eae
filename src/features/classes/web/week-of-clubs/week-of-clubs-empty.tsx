import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LanguageCode } from '#shared/languages.ts';
import { languageInSentence } from '#web/i18n/language-name.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** A week without clubs, or without any in `language`; the other languages' and the next week are a tap away. */
export function WeekOfClubsEmpty({
  language,
  everyLanguage,
  nextWeek,
}: {
  language: LanguageCode | undefined;
  /** Addresses, from their `?` on. */
  everyLanguage: string;
  nextWeek: string;
}) {
  const { t, i18n } = useTranslation('classes');
  if (language) {
    const name = languageInSentence(language, i18n.language);
    return (
      <EmptyState
        title={t('weekOfClubs.emptyLanguage', { language: name })}
        action={way(everyLanguage, t('weekOfClubs.showAll'))}
      />
    );
  }
  return (
    <EmptyState
      title={t('weekOfClubs.empty')}
      text={t('weekOfClubs.emptyText')}
      action={way(nextWeek, t('week.next'))}
    />
  );
}

function way(search: string, label: string) {
  return (
    <Button component={Link} to={{ search }} preventScrollReset variant="default">
      {label}
    </Button>
  );
}
