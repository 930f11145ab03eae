import { IconCalendarEvent, IconCash, IconChecks, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { seatPriceQuery } from '#features/payments/web/queries.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { FigureCard } from '#web/ui/figures/figure-card.tsx';
import type { Overview } from '../contract.ts';
import classes from './overview.module.css';

/** The four figures of the specification, each with a second figure for comparison. */
export function FigureCards({ overview }: { overview: Overview }) {
  const { t } = useTranslation('admin');
  const { number, shortMoney: money, percentage } = useFigures();
  const { activeClubs, seatsThisWeek, monthRevenue, attendanceRate, signUps } = overview;
  const [earned, ...others] = monthRevenue;
  // A month without payments counts in the community's currency.
  const { data: seatPrice } = useQuery({ ...seatPriceQuery, enabled: earned === undefined });
  const most = earned ?? (seatPrice && { currency: seatPrice.currency, cents: 0 });
  return (
    <ul className={classes.figures} aria-label={t('overview.figures')}>
      <FigureCard
        Icon={IconCalendarEvent}
        color="live"
        label={t('figures.activeClasses')}
        figure={number(overview.activeClasses)}
        note={[
          activeClubs > 0 && t('figures.clubs', { count: activeClubs, figure: number(activeClubs) }),
          seatsThisWeek.offered > 0 &&
            t('figures.seats', {
              count: seatsThisWeek.offered,
              taken: number(seatsThisWeek.taken),
              offered: number(seatsThisWeek.offered),
            }),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <FigureCard
        Icon={IconUsers}
        color="teach"
        label={t('figures.totalStudents')}
        figure={number(overview.totalStudents)}
        note={t('figures.signUps', { count: signUps, figure: number(signUps) })}
      />
      <FigureCard
        Icon={IconCash}
        color="coins"
        label={t('figures.revenue')}
        figure={most ? money(most.cents, most.currency) : '—'}
        note={
          others.length > 0
            ? t('figures.alsoIn', {
                sums: others.map(({ cents, currency }) => money(cents, currency)).join(' · '),
              })
            : most && t('figures.inCurrency', { currency: most.currency })
        }
      />
      <FigureCard
        Icon={IconChecks}
        color="cup"
        label={t('figures.attendance')}
        figure={attendanceRate === null ? '—' : percentage(attendanceRate * 100)}
        note={t(attendanceRate === null ? 'figures.noRoll' : 'figures.lastDays')}
      />
    </ul>
  );
}
