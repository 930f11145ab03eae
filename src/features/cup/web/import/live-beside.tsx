import { List, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { monthHeading } from '#shared/time/calendar-words.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import styles from './import-preview.module.css';
import type { Preview } from './use-import.ts';

/** The first rows of the board that is published, beside those of the board that would take its place. */
export function LiveBeside({ preview: { replaced, leaders, rows, season } }: { preview: Preview }) {
  const { t, i18n } = useTranslation('cup');
  const { number } = useFigures();
  const { moment } = useDates();
  if (!replaced) return null;
  const people = (count: number) => t('page.people', { count, n: number(count) });
  const month = (of: string) => monthHeading(of, i18n.language);
  return (
    <div className={styles.examples}>
      <Leaders
        title={t('preview.live')}
        text={[
          month(replaced.season),
          people(replaced.rows),
          t('page.updated', { moment: moment(replaced.importedAt) }),
        ]}
        leaders={replaced.leaders}
      />
      <Leaders title={t('preview.then')} text={[month(season), people(rows)]} leaders={leaders} />
    </div>
  );
}

function Leaders({
  title,
  text,
  leaders,
}: {
  title: string;
  text: readonly string[];
  leaders: Preview['leaders'];
}) {
  const { t, i18n } = useTranslation('cup');
  const { number } = useFigures();
  return (
    <section aria-label={title}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {text.join(' · ')}
      </Text>
      <List type="ordered" size="sm" spacing="xs">
        {leaders.map(({ fullName, language, totalExp }, index) => (
          <List.Item key={`${index} ${fullName}`} className={styles.fileName}>
            {[
              fullName,
              language && languageName(language, i18n.language),
              t('line.xp', { n: number(totalExp) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </List.Item>
        ))}
      </List>
    </section>
  );
}
