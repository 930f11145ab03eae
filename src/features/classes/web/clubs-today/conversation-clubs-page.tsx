import { Badge, Button } from '@mantine/core';
import { IconCalendarWeek } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Plan } from '#features/memberships/contract.ts';
import type { Tier } from '#shared/actor.ts';
import { dayInWords } from '#web/i18n/calendar-words.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useFailureToast } from '#web/ui/use-failure-toast.ts';
import styles from '../card-grid.module.css';
import { CardsLoading } from '../cards-loading.tsx';
import { plans, todaysClubs } from '../queries.ts';
import { ClassCard } from '../seat/class-card.tsx';
import { useClock } from '../use-clock.ts';
import { LanguageFilter, languagesOf } from './language-filter.tsx';

export function meta() {
  return [{ title: `${i18n.t('clubs.title', { ns: 'classes' })} · Sumi` }];
}

/** The conversation clubs of the reader's day. */
export default function ConversationClubsPage() {
  const { t } = useTranslation('classes');
  const { data, error, refetch } = useQuery(todaysClubs);
  useFailureToast(error, t('clubs.failed'));
  return (
    <div>
      <PageHeader
        title={t('clubs.title')}
        text={data ? dayInWords(data.day, i18n.language) : t('clubs.text')}
        accent="live"
        actions={
          <Button
            component={Link}
            to="/calendar"
            variant="default"
            leftSection={<IconCalendarWeek size="1.25rem" aria-hidden />}
          >
            {t('weekOfClubs.link')}
          </Button>
        }
      />
      {data && <TodaysClubs clubs={data.items} />}
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <CardsLoading />)}
    </div>
  );
}

type Clubs = Parameters<typeof languagesOf>[0];

function TodaysClubs({ clubs }: { clubs: Clubs }) {
  const { t } = useTranslation('classes');
  const { now, zone } = useClock();
  const { data } = useQuery(plans);
  const [language, setLanguage] = useState('');
  const offered = languagesOf(clubs);
  // The last club of the chosen language may be gone since.
  const chosen = offered.some((code) => code === language) ? language : '';
  if (clubs.length === 0) return <EmptyState title={t('clubs.empty')} />;
  return (
    <>
      <LanguageFilter offered={offered} chosen={chosen} onChoose={setLanguage} />
      <div className={styles.grid}>
        {clubs
          .filter((club) => chosen === '' || club.language === chosen)
          .map((club) => (
            <ClassCard
              key={club.id}
              liveClass={club}
              now={now}
              zone={zone}
              titleOrder={2}
              price={<Price plans={data?.items} tier={club.requiredTier} />}
            />
          ))}
      </div>
    </>
  );
}

/** What a month of the plan that opens a club costs. */
function Price({ plans, tier }: { plans: readonly Plan[] | undefined; tier: Tier }) {
  const { t } = useTranslation('classes');
  const { roundMoney } = useFigures();
  const plan = plans?.find((each) => each.tier === tier);
  if (!plan) return null;
  return (
    <Badge color="gray" size="lg" variant="outline">
      {plan.priceCents === 0 ? t('price.free') : roundMoney(plan.priceCents, plan.currency)}
    </Badge>
  );
}
