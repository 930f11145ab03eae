import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import landing from '../landing.module.css';
import { useLanding } from '../use-landing.ts';
import { BenefitList } from './benefit-list.tsx';
import classes from './clubs.module.css';
import { NextClubs } from './next-clubs.tsx';
import { WeekOfClubs } from './week-of-clubs.tsx';

/** The section about conversation clubs, on a dark background. */
export function Clubs() {
  const { t } = useTranslation('landing');
  const { clubsClaim, clubsThisWeek: count, clubsByDay, clubSeats: seats, daily } = useLanding();
  const benefits = (['small', 'level', 'host', daily ? 'daily' : 'hour'] as const).map((each) => ({
    title: t(`clubs.benefits.${each}.title`),
    text: t(`clubs.benefits.${each}.text`, { seats }),
  }));
  const howMany = () => {
    if (clubsClaim !== null) return t('clubs.text', { figure: clubsClaim });
    return count > 0 ? t('clubs.counted', { count }) : t('clubs.none');
  };
  return (
    <section id="clubes" className={classes.sheet} aria-labelledby="clubes-title">
      <BrushEdge />
      <div className={count > 0 ? `${landing.section} ${landing.twoColumns}` : landing.section}>
        <div>
          <h2 id="clubes-title" className={landing.heading}>
            {t('clubs.title')}
          </h2>
          <p className={landing.lead}>{howMany()}</p>
          <BenefitList benefits={benefits} />
          <Button
            component={Link}
            to="/quiz"
            size="lg"
            color="live"
            rightSection={<IconArrowRight aria-hidden />}
          >
            {t('clubs.action')}
          </Button>
        </div>
        {clubsClaim !== null && daily ? (
          <WeekOfClubs label={t('clubs.week', { figure: clubsClaim })} />
        ) : (
          count > 0 && <WeekOfClubs byDay={clubsByDay} label={t('clubs.weekCounted', { count })} />
        )}
      </div>
      <div className={`${landing.section} ${classes.next}`}>
        <NextClubs />
      </div>
      <BrushEdge />
    </section>
  );
}

/** The ragged lower edge of the dark background, like the end of a brush stroke. */
function BrushEdge() {
  return (
    <svg viewBox="0 0 1200 40" preserveAspectRatio="none" className={classes.edge} aria-hidden="true">
      <path d="M0 40V21c36-3 60-1 96-4 44-4 70 2 118-3 58-6 96 3 150-1 46-3 82-9 130-7 60 3 88 0 142-2 52-2 90 6 138 4 60-2 100-7 154-5 48 2 84 7 128 5 58-2 98 2 144 5v27z" />
      <path d="M40 12c90-6 190-5 276-8 4 0 4 2 0 2.4-90 5-184 5-276 8zM690 5c110-5 230-5 330-2 5 .2 5 2 0 2-110 1-220 0-330 2zM430 3c40-2 96-3 132-2 3 0 3 1.5 0 1.7-40 1.3-92 1-132 2z" />
    </svg>
  );
}
