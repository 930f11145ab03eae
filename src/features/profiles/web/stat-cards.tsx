import { Skeleton } from '@mantine/core';
import { IconClock, IconCoin, IconFlame, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { walletQuery } from '#features/coins/web/queries.ts';
import { durationInWords } from '#shared/time/duration-in-words.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { FigureCard } from '#web/ui/figures/figure-card.tsx';
import type { Profile } from '../contract.ts';
import classes from './dashboard.module.css';

/** Streak, sumicoins, videos watched, learning time. */
export function StatCards({ profile }: { profile: Profile }) {
  const { t, i18n } = useTranslation('profiles');
  const wallet = useQuery(walletQuery);
  const { number } = useFigures();
  const missing = wallet.error ? <Unknown /> : <Waiting />;
  return (
    <ul className={classes.stats} aria-label={t('dashboard.stats.title')}>
      <FigureCard
        Icon={IconFlame}
        color="cup"
        label={t('dashboard.stats.streak')}
        figure={t('dashboard.stats.days', { count: profile.streakDays })}
      />
      <FigureCard
        Icon={IconCoin}
        color="coins"
        label={t('dashboard.stats.coins')}
        figure={wallet.data ? number(wallet.data.balance) : missing}
      />
      <FigureCard
        Icon={IconPlayerPlay}
        color="feed"
        label={t('dashboard.stats.videos')}
        figure={number(profile.totalVideosWatched)}
      />
      <FigureCard
        Icon={IconClock}
        color="teach"
        label={t('dashboard.stats.time')}
        figure={durationInWords(profile.totalLearningMinutes, i18n.language)}
      />
    </ul>
  );
}

function Unknown() {
  const { t } = useTranslation('profiles');
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('dashboard.stats.unknown')}</span>
    </>
  );
}

/** As high as the figure that comes. */
function Waiting() {
  return <Skeleton component="span" display="inline-block" h="0.8em" w="3em" />;
}
