import { Button, Card, Progress, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageName } from '#shared/language-name.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { type Level, levelProgress } from '#shared/levels.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import classes from './dashboard.module.css';

/**
 * The level in each language of the profile, as a bar from beginner to advanced. The profile has one level, which
 * applies to all of them. The bar shows no percentage, because the level is the person's own answer.
 */
export function LanguageProgress({
  languages,
  level,
}: {
  languages: readonly LanguageCode[];
  level: Level | null;
}) {
  const { t, i18n } = useTranslation(['profiles', 'shell']);
  return (
    <Card component="section" aria-labelledby="language-progress">
      <Title order={2} size="h3" id="language-progress" className={classes.sectionTitle}>
        {t('dashboard.languages.title')}
      </Title>
      {level === null || languages.length === 0 ? (
        <>
          <Text c="dimmed" mb="md">
            {t('dashboard.languages.empty')}
          </Text>
          <Button component={Link} to="/quiz" variant="default">
            {t('dashboard.languages.quiz')}
          </Button>
        </>
      ) : (
        <ul className={classes.languages}>
          {languages.map((code) => {
            const name = languageName(code, i18n.language);
            return (
              <li key={code}>
                <div className={classes.languageHead}>
                  <LanguageFlag language={code} />
                  {name}
                  <span className={classes.languageLevel}>{t(`shell:levels.${level}`)}</span>
                </div>
                <Progress.Root>
                  <Progress.Section
                    value={levelProgress[level]}
                    color="teach"
                    // Mantine's own text of the value is a percentage.
                    withAria={false}
                    role="progressbar"
                    aria-label={name}
                    aria-valuemin={0}
                    aria-valuemax={100}
                    aria-valuenow={levelProgress[level]}
                    aria-valuetext={t(`shell:levels.${level}`)}
                  />
                </Progress.Root>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
