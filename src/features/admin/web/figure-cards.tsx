import { Card, ThemeIcon } from '@mantine/core';
import {
  IconArmchair,
  IconCalendarEvent,
  IconCoin,
  IconShoppingBag,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Overview } from '../contract.ts';
import classes from './overview.module.css';

/** The figures of the community, the specification's first. */
export function FigureCards({ overview }: { overview: Overview }) {
  const { t, i18n } = useTranslation('admin');
  // Spanish as in Mexico, where thousands have a comma.
  const { format } = new Intl.NumberFormat(i18n.language === 'es' ? 'es-MX' : i18n.language);
  const { taken, offered } = overview.seatsThisWeek;
  const { issued, spent } = overview.coinsThisMonth;
  return (
    <ul className={classes.figures} aria-label={t('overview.figures')}>
      <Figure
        Icon={IconCalendarEvent}
        color="live"
        label={t('figures.activeClasses')}
        figure={format(overview.activeClasses)}
      />
      <Figure
        Icon={IconUsers}
        color="teach"
        label={t('figures.totalStudents')}
        figure={format(overview.totalStudents)}
      />
      <Figure
        Icon={IconUserPlus}
        color="feed"
        label={t('figures.signUps')}
        figure={format(overview.signUps)}
      />
      <Figure
        Icon={IconArmchair}
        color="cup"
        label={t('figures.seats')}
        figure={format(taken)}
        note={t('figures.seatsOf', { count: offered, offered: format(offered) })}
      />
      <Figure Icon={IconCoin} color="coins" label={t('figures.coinsIssued')} figure={format(issued)} />
      <Figure Icon={IconShoppingBag} color="coins" label={t('figures.coinsSpent')} figure={format(spent)} />
    </ul>
  );
}

function Figure({
  Icon,
  color,
  label,
  figure,
  note,
}: {
  Icon: typeof IconCoin;
  color: string;
  label: string;
  figure: string;
  note?: string;
}) {
  return (
    <Card component="li" className={classes.figure}>
      <ThemeIcon color={color} variant="light" size="xl" radius="xl">
        <Icon aria-hidden />
      </ThemeIcon>
      <span className={classes.number}>{figure}</span>
      <span className={classes.label}>{label}</span>
      {note && <span className={classes.note}>{note}</span>}
    </Card>
  );
}
