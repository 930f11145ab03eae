import { Title } from '@mantine/core';
import { IconBroadcast, IconCalendarEvent, IconMap2, IconPlayerPlay, IconTrophy } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './dashboard.module.css';

const actions = [
  { key: 'feed', to: '/feed', color: 'feed', Icon: IconPlayerPlay },
  { key: 'classes', to: '/classes', color: 'live', Icon: IconCalendarEvent },
  { key: 'ranking', to: '/ranking', color: 'cup', Icon: IconTrophy },
  { key: 'social', to: '/conversation-clubs', color: 'teach', Icon: IconBroadcast },
] as const;

const wholeRow: CSSProperties = { gridColumn: '1 / -1' };

/** Where to go on. */
export function QuickActions() {
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
        <li style={wholeRow}>
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
