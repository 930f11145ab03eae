import { Text, ThemeIcon } from '@mantine/core';
import { IconBroadcast, IconFlame, IconPlayerPlay, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { waysToEarnQuery } from './queries.ts';
import styles from './ways-to-earn.module.css';

const ways = {
  counted_video: { to: '/feed', color: 'feed', Icon: IconPlayerPlay },
  attended_class: { to: '/conversation-clubs', color: 'live', Icon: IconBroadcast },
  streak_day: { to: '/feed', color: 'cup', Icon: IconFlame },
  streak_week: { to: '/feed', color: 'cup', Icon: IconFlame },
  referral: { to: '/coins#invite', color: 'teach', Icon: IconUserPlus },
} as const;

/** How coins are earned, by the rules that pay, each with the way there. A rule without a page is not shown. */
export function WaysToEarn() {
  const { t } = useTranslation('coins');
  const { number } = useFigures();
  const { data, error, refetch } = useQuery(waysToEarnQuery);
  if (!data) {
    return error ? (
      <ErrorState isPart error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingBlocks heights={['3rem']} times={5} />
    );
  }
  return (
    <ul className={styles.list}>
      {data.items.flatMap(({ rule, amount, dailyMost }) => {
        const way = (Object.keys(ways) as (keyof typeof ways)[]).find((each) => each === rule);
        if (!way) return [];
        const { to, color, Icon } = ways[way];
        const coins = t('amount', { count: amount, figure: number(amount) });
        return [
          <li key={rule}>
            <Link to={to} className={styles.way}>
              <ThemeIcon color={color} variant="light" size="xl" radius="xl">
                <Icon size="1.375rem" aria-hidden />
              </ThemeIcon>
              <Text component="span" fw={600}>
                {t(`earn.${way}`, { coins })}
                {dailyMost !== null && ` ${t('earn.daily', { times: number(dailyMost) })}`}
              </Text>
            </Link>
          </li>,
        ];
      })}
    </ul>
  );
}
