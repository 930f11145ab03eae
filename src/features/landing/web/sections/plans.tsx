import { Button } from '@mantine/core';
import { IconCalendarWeek, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { planLines } from '#features/memberships/web/plan-lines.ts';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import { useFigures } from '#web/i18n/use-figures.ts';
import landing from '../landing.module.css';
import { useLanding } from '../use-landing.ts';
import classes from './plans.module.css';

/** What a month of each plan costs and includes. Nothing until the prices are known. */
export function Plans() {
  const { t } = useTranslation(['landing', 'memberships']);
  const { plans, opens, cup } = useLanding();
  const { shortMoney } = useFigures();
  const opened = (plan: (typeof plans)[number] | undefined) => (plan ? opens[plan.tier] : 0);
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="plans-title" className={landing.section}>
      <h2 id="plans-title" className={landing.heading}>
        {t('plans.title')}
      </h2>
      <p className={landing.lead}>{t(cup ? 'plans.text' : 'plans.withoutCup')}</p>
      <ul className={classes.plans}>
        {plans.map(({ tier, priceCents, currency }, nth) => (
          <li key={tier} className={classes.plan}>
            <TierBadge tier={tier} />
            <strong className={classes.price}>
              {priceCents === 0 ? t('plans.free') : shortMoney(priceCents, currency)}
            </strong>
            <span className={classes.each}>{t(priceCents === 0 ? 'plans.always' : 'plans.month')}</span>
            <ul className={classes.includes}>
              {planLines[tier]
                .filter((line) => cup || line !== 'includes.free.third')
                .map((line) => (
                  <li key={line}>
                    <IconCheck size="1.125rem" aria-hidden />
                    <span>{t(`memberships:${line}`)}</span>
                  </li>
                ))}
              {/* Where a plan opens no more than the one before it, the same number would not tell them apart. */}
              {opens[tier] > opened(plans[nth - 1]) && (
                <li>
                  <IconCalendarWeek size="1.125rem" aria-hidden />
                  <strong>{t('plans.opens', { count: opens[tier] })}</strong>
                </li>
              )}
            </ul>
          </li>
        ))}
      </ul>
      <Button component={Link} to="/quiz" size="lg" mt="xl">
        {t('hero.action')}
      </Button>
    </section>
  );
}
