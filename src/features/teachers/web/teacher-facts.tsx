import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import type { TeacherCard } from '../contract.ts';
import styles from './teachers.module.css';

/** A teacher's bio, languages, specialties and years. */
export function TeacherFacts({
  teacher,
  namesYears = true,
}: {
  teacher: Pick<TeacherCard, 'bio' | 'languagesTaught' | 'specialties' | 'experienceYears'>;
  /** Not where they stand among the figures. */
  namesYears?: boolean;
}) {
  const { t, i18n } = useTranslation('teachers');
  const { bio, languagesTaught, specialties, experienceYears } = teacher;
  return (
    <>
      <Text className={styles.words}>{bio}</Text>
      <ul className={styles.chips} aria-label={t('facts.languages')}>
        {languagesTaught.map((code) => (
          <li key={code}>
            <LanguageFlag language={code} size="sm" />
            {languageName(code, i18n.language)}
          </li>
        ))}
      </ul>
      {specialties.length > 0 && (
        <ul className={styles.chips} aria-label={t('form.specialties')}>
          {specialties.map((specialty) => (
            <li key={specialty}>{specialty}</li>
          ))}
        </ul>
      )}
      {namesYears && <Text c="dimmed">{t('facts.years', { count: experienceYears })}</Text>}
    </>
  );
}
