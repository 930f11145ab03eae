import {
  IconBolt,
  IconCalendarCheck,
  IconChevronDown,
  IconClock,
  IconFlame,
  IconProgressCheck,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { languageName } from '#web/ui/language-name.ts';
import type { CupLine, CupOrder } from '../contract.ts';
import styles from './cup-row.module.css';
import { Medal } from './medal.tsx';
import { useFigures } from './use-figures.ts';

/** Somebody's line: what decides the order stands out, and opening it shows all their figures. */
export const CupRow = memo(function CupRow({ line, order }: { line: CupLine; order: CupOrder }) {
  const { t, i18n } = useTranslation('cup');
  const { number, percentage } = useFigures();
  const medal = line.place <= 3;
  const figures: [label: string, value: string][] = [
    [
      t('figure.sections'),
      t('line.sections', { done: number(line.completedSections), total: number(line.totalSections) }),
    ],
    [t('figure.practiceDays'), number(line.practiceDays)],
    [t('figure.learningTime'), line.learningTime],
    [t('figure.lessons'), number(line.lessons)],
    [t('figure.practice'), number(line.practice)],
    [t('figure.stories'), number(line.stories)],
    [t('figure.crazyPairs'), number(line.crazyPairs)],
    [t('figure.otherActivities'), number(line.otherActivities)],
  ];
  return (
    <li className={styles.row} data-place={line.place} data-medal={medal || undefined}>
      <details>
        <summary className={styles.summary}>
          <span className={styles.place}>
            {medal ? <Medal place={line.place} /> : null}
            <span className={medal ? 'visually-hidden' : undefined}>
              {t('line.place', { place: number(line.place) })}
            </span>
          </span>
          <span className={styles.who}>
            <span className={styles.name}>{line.name}</span>
            {line.language && (
              <span className={styles.language}>
                <LanguageFlag language={line.language} size="sm" />
                {languageName(line.language, i18n.language)}
              </span>
            )}
          </span>
          <Figure name="xp" label={t('figure.totalExp')} icon={<IconBolt />} leads={order === 'xp'}>
            {t('line.xp', { n: number(line.totalExp) })}
          </Figure>
          <Figure
            name="streak"
            label={t('figure.streakDays')}
            icon={<IconFlame />}
            leads={order === 'streak'}
          >
            {t('line.days', { count: line.streakDays, n: number(line.streakDays) })}
          </Figure>
          <Figure name="more" label={t('figure.completion')} icon={<IconProgressCheck />}>
            {percentage(line.completionPercentage)}
          </Figure>
          <Figure name="more" label={t('figure.practiceDays')} icon={<IconCalendarCheck />}>
            {t('line.days', { count: line.practiceDays, n: number(line.practiceDays) })}
          </Figure>
          <Figure name="more" label={t('figure.learningTime')} icon={<IconClock />}>
            {line.learningTime}
          </Figure>
          <IconChevronDown className={styles.chevron} aria-hidden />
        </summary>
        <dl className={styles.details}>
          {figures.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
});

function Figure({
  name,
  label,
  icon,
  leads,
  children,
}: {
  name: 'xp' | 'streak' | 'more';
  label: string;
  icon: ReactNode;
  leads?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={styles.figure} data-figure={name} data-leads={leads || undefined} title={label}>
      <span aria-hidden className={styles.icon}>
        {icon}
      </span>
      <span className="visually-hidden">{label}: </span>
      {children}
    </span>
  );
}
