import { Tabs } from '@mantine/core';
import { IconCalendarMonth, IconHistory, IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import { i18n } from '#web/i18n/i18n.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useClock } from '../use-clock.ts';
import styles from './classes-page.module.css';
import { MonthCalendar } from './month-calendar.tsx';
import { PastClasses } from './past-classes.tsx';
import { SubscribeLink } from './subscribe-link.tsx';
import { UpcomingClasses } from './upcoming-classes.tsx';

export function meta() {
  return [{ title: `${i18n.t('page.title', { ns: 'classes' })} · Sumi` }];
}

/** What a student may take and has taken: by day of the month, or what comes next. */
export default function ClassesPage() {
  const { t } = useTranslation('classes');
  const { account: reader } = useAccount();
  const clock = useClock();
  const [search, setSearch] = useSearchParams();
  const tab = ['upcoming', 'past'].find((each) => each === search.get('tab')) ?? 'calendar';
  return (
    <div>
      <PageHeader
        title={t('page.title')}
        accent="live"
        actions={
          reader && (
            <>
              <span className="visually-hidden">{t('page.plan')}</span>
              <TierBadge tier={reader.tier} />
            </>
          )
        }
      />
      <Tabs
        value={tab}
        onChange={(chosen) =>
          setSearch(!chosen || chosen === 'calendar' ? {} : { tab: chosen }, { replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="lg" className={styles.tabs}>
          <Tabs.Tab value="calendar" leftSection={<IconCalendarMonth size="1.25rem" aria-hidden />}>
            {t('page.calendar')}
          </Tabs.Tab>
          <Tabs.Tab value="upcoming" leftSection={<IconListDetails size="1.25rem" aria-hidden />}>
            {t('page.upcoming')}
          </Tabs.Tab>
          <Tabs.Tab value="past" leftSection={<IconHistory size="1.25rem" aria-hidden />}>
            {t('page.past')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="calendar">
          <MonthCalendar {...clock} />
        </Tabs.Panel>
        <Tabs.Panel value="upcoming">
          <UpcomingClasses {...clock} forKids={reader?.ageGroup === 'kid'} />
        </Tabs.Panel>
        <Tabs.Panel value="past">
          <PastClasses {...clock} />
        </Tabs.Panel>
      </Tabs>
      <SubscribeLink />
    </div>
  );
}
