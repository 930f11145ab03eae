import { Text } from '@mantine/core';
import { IconBroadcast, IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { dateInWords } from '#shared/time/date-in-words.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { PaidPractice, Today } from '../contract.ts';
import { timesLeft } from '../rules.ts';
import styles from './today-card.module.css';

const steps = [
  { key: 'videos', to: '/feed', color: 'feed', Icon: IconPlayerPlay },
  { key: 'classes', to: '/conversation-clubs', color: 'live', Icon: IconBroadcast },
] as const;

/** The practice of today that gives coins, each with how far it is and the way there. */
export function PaidSteps({ coins }: { coins: NonNullable<Today['coins']> }) {
  const { t, i18n } = useTranslation('today');
  if (coins.resumesOn) {
    const day = dateInWords(coins.resumesOn, i18n.language);
    return (
      <Text size="sm" c="dimmed">
        {t('paused', { day })}
      </Text>
    );
  }
  return (
    <ul className={styles.steps}>
      {steps.map(({ key, ...way }) => {
        const practice = coins[key];
        return practice && <Step key={key} way={way} name={key} practice={practice} />;
      })}
    </ul>
  );
}

/** More steps than this are figures alone. */
const mostDots = 10;

function Step({
  way: { to, color, Icon },
  name,
  practice,
}: {
  way: Pick<(typeof steps)[number], 'to' | 'color' | 'Icon'>;
  name: (typeof steps)[number]['key'];
  practice: PaidPractice;
}) {
  const { t } = useTranslation(['today', 'coins']);
  const { number } = useFigures();
  const { done, most, amount } = practice;
  const counted = most === null ? done : Math.min(done, most);
  const figures = { done: number(counted), most: number(most ?? 0) };
  return (
    <li>
      <Link
        to={to}
        className={styles.step}
        style={{ '--step-ink': `var(--mantine-color-${color}-filled)` } as CSSProperties}
      >
        {timesLeft(practice) === 0 ? <IconCheck aria-hidden /> : <Icon aria-hidden />}
        <span className={styles.name}>
          {t(`steps.${name}`)}
          <span className={styles.each}>
            {t('coins:amount', { count: amount, figure: number(amount) })}
            {' · '}
            {most === null ? t('steps.soFar', figures) : t('steps.progress', figures)}
          </span>
        </span>
        {most !== null && most <= mostDots && (
          <span className={styles.dots} aria-hidden>
            {Array.from({ length: most }, (_, nth) => (
              <span key={nth} data-done={nth < done || undefined} />
            ))}
          </span>
        )}
      </Link>
    </li>
  );
}
