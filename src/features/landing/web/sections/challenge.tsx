import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Podium } from '../drawings/podium.tsx';
import landing from '../landing.module.css';
import { BenefitList } from './benefit-list.tsx';

const benefits = [
  'challenge.benefits.count',
  'challenge.benefits.clear',
  'challenge.benefits.prizes',
  'challenge.benefits.again',
] as const;

/** The section about the monthly cup. */
export function Challenge() {
  const { t } = useTranslation('landing');
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
        <p className={landing.lead}>{t('challenge.text')}</p>
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
