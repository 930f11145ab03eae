import { Title } from '@mantine/core';
import {
  IconBroadcast,
  IconCalendarEvent,
  IconMap2,
  IconPlayerPlay,
  IconSchool,
  IconTrophy,
} from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AgeGroup } from '#shared/actor.ts';
import classes from './dashboard.module.css';

const actions = [
  { key: 'feed', to: '/feed', color: 'feed', Icon: IconPlayerPlay },
  { key: 'classes', to: '/classes', color: 'live', Icon: IconCalendarEvent },
  { key: 'ranking', to: '/ranking', color: 'cup', Icon: IconTrophy },
  { key: 'social', to: '/conversation-clubs', color: 'live', Icon: IconBroadcast },
] as const;

/** Where to go on; becoming a teacher is for adults. */
export function QuickActions({ ageGroup }: { ageGroup: AgeGroup }) {
  const { t } = useTranslation(['profiles', 'quiz']);
  return (
    <section aria-labelledby="quick-actions">
      <Title order={2} size="h3" id="quick-actions" className={classes.sectionTitle}>
        {t('dashboard.actions.title')}
      </Title>
      <ul className={classes.actions}>
        {actions.map(({ key, to, color, Icon }) => (
          <li key={key}>
            <Link to={to} className={classes.action} style={washOf(color)}>
              <Icon aria-hidden />
              {t(`dashboard.actions.${key}`)}
            </Link>
          </li>
        ))}
        {ageGroup === 'adult' && (
          <li>
            <Link to="/teacher" className={classes.action} style={washOf('teach')}>
              <IconSchool aria-hidden />
              {t('dashboard.actions.teach')}
            </Link>
          </li>
        )}
        <li>
          <Link to="/quiz/plan" className={classes.action} style={washOf('coins')}>
            <IconMap2 aria-hidden />
            {t('quiz:plan.offerAgain')}
          </Link>
        </li>
      </ul>
    </section>
  );
}

function washOf(color: string): CSSProperties {
  const part = (name: string) => `var(--mantine-color-${color}-${name})`;
  return {
    '--action-wash': part('light'),
    '--action-wash-hover': part('light-hover'),
    '--action-ink': part('light-color'),
  } as CSSProperties;
}
