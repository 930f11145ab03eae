import { Anchor, Button, Card, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconBeach, IconFlame, IconPlayerPlay, IconShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount, useUnprovedEmail } from '#features/accounts/web/use-account.ts';
import { dateInWords } from '#shared/time/date-in-words.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { InkDrop } from '#web/ui/ink-drop.tsx';
import type { Today } from '../contract.ts';
import { type DayState, dayState, isDone } from '../rules.ts';
import { LastDays } from './last-days.tsx';
import { PaidSteps } from './paid-steps.tsx';
import { todayQuery } from './queries.ts';
import { StreakPay } from './streak-pay.tsx';
import styles from './today-card.module.css';

/** What is left to do today: whether the day counts for the streak, and what still gives coins. */
export function TodayCard() {
  const { t } = useTranslation(['today', 'coins', 'shell']);
  const { account } = useAccount();
  const isUnproved = useUnprovedEmail();
  const { data, error, refetch } = useQuery(todayQuery);
  const room = { className: styles.room, 'data-for-kid': account?.ageGroup === 'kid' || undefined };
  if (!data) {
    return error ? (
      <ErrorState isPart error={error} title={t('failed')} onRetry={refetch} />
    ) : (
      <Skeleton {...room} radius="lg" role="status" aria-label={t('shell:loading')} />
    );
  }
  const state = dayState(data.streak);
  const done = isDone(data);
  // An open day with its steps has no room for the days before it.
  const asks = state === 'open' || state === 'new';
  return (
    <Card component="section" aria-labelledby="today" {...room} className={`${styles.room} ${styles.card}`}>
      <div className={styles.head}>
        <div>
          <div className={styles.label}>
            <Title order={2} size="h4" id="today">
              {t('title')}
            </Title>
            {data.streak.shields > 0 && state !== 'holiday' && <Shields count={data.streak.shields} />}
          </div>
          <Text fw={800} size="xl" className={styles.state}>
            {t(done ? 'state.done' : `state.${state}`)}
          </Text>
        </div>
        {(done || state === 'holiday') && <InkDrop size="sm" mood={done ? 'proud' : 'asleep'} />}
      </div>
      <StreakLines today={data} state={state} />
      {asks && (
        <Button
          component={Link}
          to="/feed"
          color="feed"
          leftSection={<IconPlayerPlay size="1.25rem" aria-hidden />}
        >
          {t('watch')}
        </Button>
      )}
      {(!asks || !data.coins) && <LastDays days={data.streak.lastDays} />}
      {data.coins && <PaidSteps coins={data.coins} />}
      {isUnproved && account?.ageGroup !== 'kid' && (
        <Anchor component={Link} to="/coins" size="sm">
          {t('coins:unproved')}
        </Anchor>
      )}
    </Card>
  );
}

/** What covers a day without practice: a figure, which leaves the card as high as it is without shields. */
function Shields({ count }: { count: number }) {
  const { t } = useTranslation('today');
  const { number } = useFigures();
  const says = t('streak.shields', { count });
  return (
    <span className={styles.shields} title={says}>
      <IconShield size="1.25rem" aria-hidden />
      <span aria-hidden>{number(count)}</span>
      <VisuallyHidden>{says}</VisuallyHidden>
    </span>
  );
}

/** How the streak stands, and what it gives. */
function StreakLines({ today: { streak, cup, coins }, state }: { today: Today; state: DayState }) {
  const { t, i18n } = useTranslation('today');
  const { days, holiday } = streak;
  const says = {
    // The greeting above the card says how long the streak is.
    kept: () => null,
    holiday: () => holiday && t('streak.holiday', { day: dateInWords(holiday.lastDay, i18n.language) }),
    open: () => t(cup ? 'streak.openWithCup' : 'streak.open', { count: days + 1 }),
    new: () => t(cup ? 'streak.newWithCup' : 'streak.new'),
  };
  const Icon = state === 'holiday' ? IconBeach : IconFlame;
  const said = says[state]();
  return (
    <ul className={styles.lines}>
      {said && (
        <li>
          <Icon size="1.25rem" aria-hidden />
          {said}
        </li>
      )}
      {coins && !coins.resumesOn && state !== 'holiday' && <StreakPay streak={coins.streak} />}
    </ul>
  );
}
