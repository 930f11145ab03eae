import { Button } from '@mantine/core';
import {
  IconBolt,
  IconCalendarCheck,
  IconChevronDown,
  IconClock,
  IconFlame,
  IconProgressCheck,
  IconUserCheck,
} from '@tabler/icons-react';
import { memo, type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { ReportButton } from '#features/reports/web/report-button.tsx';
import { languageName } from '#shared/language-name.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { useNamed } from '#web/i18n/use-named.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import type { CupLine, CupOrder } from '../../contract.ts';
import { useLearningTime } from '../use-learning-time.ts';
import { CupAvatar } from './cup-avatar.tsx';
import styles from './cup-row.module.css';
import { Medal } from './medal.tsx';
import { useLineName } from './use-line-name.ts';

/** A line of the board. The figure that decides the order is emphasised; opening the line shows all figures. */
export const CupRow = memo(function CupRow({
  line,
  order,
  ref,
  onClaim,
}: {
  line: CupLine;
  order: CupOrder;
  /** The reader says that this line is theirs. They may have to confirm their address first. */
  onClaim: (line: CupLine) => void;
  ref?: Ref<HTMLLIElement> | undefined;
}) {
  const { t, i18n } = useTranslation('cup');
  const named = useNamed();
  const { number, percentage } = useFigures();
  const timeInWords = useLearningTime();
  const name = useLineName()(line);
  const medal = line.position <= 3;
  const mayClaim = line.allowed.claim === null || line.allowed.claim === confirmEmailFirst.code;
  // Closed lines are many. One of a prerendered page opens without a script.
  const [open, setOpen] = useState(import.meta.env.SSR);
  return (
    <li
      ref={ref}
      className={styles.row}
      data-position={line.position}
      data-medal={medal || undefined}
      data-own={line.own || undefined}
    >
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles.summary}>
          <span className={styles.position}>
            {medal ? <Medal position={line.position} /> : null}
            <span className={medal ? 'visually-hidden' : undefined}>
              {t(medal ? 'line.position' : 'line.rank', { position: number(line.position) })}
            </span>
          </span>
          <span className={styles.face}>
            <CupAvatar name={name} />
          </span>
          <span className={styles.who}>
            <span className={styles.name}>
              {name}
              {line.own && <span className={styles.you}>{t(line.held ? 'own.youHeld' : 'own.you')}</span>}
            </span>
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
            {timeInWords(line.learningTime)}
          </Figure>
          <IconChevronDown className={styles.chevron} aria-hidden />
        </summary>
        {open && <AllFigures line={line} />}
        {open && mayClaim && (
          <Button
            variant="default"
            className={styles.claim}
            leftSection={<IconUserCheck size="1.25rem" aria-hidden />}
            aria-label={named(t('own.claim'), name)}
            onClick={() => onClaim(line)}
          >
            {t('own.claim')}
          </Button>
        )}
        {open && line.allowed.report === null && !line.own && (
          <ReportButton
            kind="cup-name"
            subject={line.id}
            title={name}
            look="words"
            className={styles.report}
          />
        )}
      </details>
    </li>
  );
});

function AllFigures({ line }: { line: CupLine }) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const timeInWords = useLearningTime();
  const figures: [label: string, value: string][] = [
    [
      t('figure.sections'),
      t('line.sections', { done: number(line.completedSections), total: number(line.totalSections) }),
    ],
    [t('figure.practiceDays'), number(line.practiceDays)],
    [t('figure.learningTime'), timeInWords(line.learningTime)],
    [t('figure.lessons'), number(line.lessons)],
    [t('figure.practice'), number(line.practice)],
    [t('figure.stories'), number(line.stories)],
    [t('figure.crazyPairs'), number(line.crazyPairs)],
    [t('figure.otherActivities'), number(line.otherActivities)],
  ];
  return (
    <dl className={styles.details}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

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
