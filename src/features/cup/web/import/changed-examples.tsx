import { List, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { ChangedRows } from '../../contract.ts';
import styles from './import-preview.module.css';

/** Examples of students whom publishing would add, change and remove. */
export function ChangedExamples({ examples }: { examples: ChangedRows }) {
  const { t, i18n } = useTranslation('cup');
  const { number } = useFigures();
  const xp = (value: number) => t('line.xp', { n: number(value) });
  const kinds = (['added', 'changed', 'removed'] as const).filter((kind) => examples[kind].length > 0);
  if (kinds.length === 0) return null;
  return (
    <section className={styles.examples} aria-label={t('preview.examples')}>
      {kinds.map((kind) => (
        <div key={kind}>
          <Title order={3} size="h4" mb="xs">
            {t(`preview.${kind}`)}
          </Title>
          <List spacing="xs" listStyleType="none">
            {examples[kind].map((row) => (
              <List.Item key={`${row.username} ${row.language}`}>
                <Text fw={600} className={styles.fileName}>
                  {row.name}
                </Text>
                <Text size="sm" c="dimmed" className={styles.fileName}>
                  {[
                    row.username,
                    row.language && languageName(row.language, i18n.language),
                    'before' in row && row.before !== row.totalExp
                      ? `${xp(row.before)} → ${xp(row.totalExp)}`
                      : xp(row.totalExp),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </List.Item>
            ))}
          </List>
        </div>
      ))}
    </section>
  );
}
