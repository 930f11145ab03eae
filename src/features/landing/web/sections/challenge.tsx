import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { enumerate } from '#web/i18n/enumerate.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { Podium } from '../drawings/podium.tsx';
import landing from '../landing.module.css';
import { useLanding } from '../use-landing.ts';
import { BenefitList } from './benefit-list.tsx';

/** The section about the monthly cup; where none runs, what there will be once one begins. */
export function Challenge() {
  const { t, i18n } = useTranslation('landing');
  const { number } = useFigures();
  const { cup, prizes: places } = useLanding();
  const prizes = places.filter((coins) => coins > 0);
  const given = prizes.length > 0 ? 'prizes' : 'podium';
  const keys = cup
    ? (['count', 'clear', given, 'again'] as const)
    : (['countSoon', 'clearSoon', given, 'againSoon'] as const);
  const benefits = keys.map((each) => ({
    title: t(`challenge.benefits.${each}.title`),
    text: t(`challenge.benefits.${each}.text`, { prizes: enumerate(prizes.map(number), i18n.language) }),
  }));
  return (
    <section
      id="desafio"
      aria-labelledby="desafio-title"
      className={`${landing.section} ${landing.twoColumns}`}
    >
      <Podium />
      <div>
        <h2 id="desafio-title" className={landing.heading}>
          {t('challenge.title')}
        </h2>
        <p className={landing.lead}>{t(cup ? 'challenge.text' : 'challenge.soon')}</p>
        <BenefitList benefits={benefits} />
        <div className={landing.buttons}>
          <Button component={Link} to="/quiz" size="lg">
            {t('challenge.quiz')}
          </Button>
          <Button component={Link} to="/ranking" size="lg" variant="default">
            {t('challenge.ranking')}
          </Button>
        </div>
      </div>
    </section>
  );
}
