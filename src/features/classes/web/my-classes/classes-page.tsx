import { Box, Tabs } from '@mantine/core';
import { IconArmchair2, IconCalendarMonth, IconHistory, IconListDetails } from '@tabler/icons-react';
import { type ComponentProps, type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { TierBadge } from '#features/memberships/web/tier-badge.tsx';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { withFilter } from '#web/ui/lists/use-filters.ts';
import { lazyPart, loadPageAgain, useLazyPart } from '#web/ui/overlays/lazy-part.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CardsLoading } from '../browse/cards-loading.tsx';
import { OpenClassDrawer } from '../open-class/open-class-drawer.tsx';
import { useCityOfHours } from '../seat/use-city-of-hours.ts';
import { useClock } from '../use-clock.ts';
import styles from './classes-page.module.css';
import { OwnClasses } from './own-classes.tsx';
import { SubscribeLink } from './subscribe-link.tsx';

export const meta = () =>
  pageMeta(i18n.t('page.title', { ns: 'classes' }), i18n.t('page.text', { ns: 'classes' }));

const tabs = [
  { name: 'mine', Icon: IconArmchair2 },
  { name: 'upcoming', Icon: IconListDetails },
  { name: 'calendar', Icon: IconCalendarMonth },
  { name: 'past', Icon: IconHistory },
] as const;

type ListOfClasses = ComponentType<ReturnType<typeof useClock> & { forKids: boolean }>;

/** The other tabs, one of which needs a calendar: they are here before most students press one. */
const others = {
  upcoming: lazyPart<ListOfClasses>(async () => (await import('./upcoming-classes.tsx')).UpcomingClasses),
  calendar: lazyPart<ListOfClasses>(async () => (await import('./month-calendar.tsx')).MonthCalendar),
  past: lazyPart<ListOfClasses>(async () => (await import('./past-classes.tsx')).PastClasses),
};

const otherNames = ['upcoming', 'calendar', 'past'] as const;

// A visit that begins with another tab fetches it beside the page, and not once the page is drawn.
if (!import.meta.env.SSR) {
  const begins = new URLSearchParams(window.location.search).get('tab');
  const first = tabs.find(({ name }) => name === begins)?.name ?? 'mine';
  if (first !== 'mine') void others[first].fetch().catch(() => {});
}

/** The classes and clubs of a student: their own seats, what is upcoming, by day of the month, and past ones. */
export default function ClassesPage() {
  const { t } = useTranslation('classes');
  const { account: reader } = useAccount();
  const clock = useClock();
  const hours = useCityOfHours();
  const [address, setAddress] = useSearchParams();
  const choose = (chosen: string | null) =>
    setAddress((before) => withFilter(before, 'tab', !chosen || chosen === 'mine' ? '' : chosen), {
      replace: true,
    });
  const tab = tabs.find(({ name }) => name === address.get('tab'))?.name ?? 'mine';
  return (
    <div>
      <PageHeader
        title={t('page.title')}
        text={hours}
        accent="live"
        actions={
          reader && (
            <Link to="/membership" className={styles.plan}>
              <span className="visually-hidden">{t('page.plan')}</span>
              <TierBadge tier={reader.tier} />
            </Link>
          )
        }
      />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List mb="lg" className={styles.tabs}>
          {tabs.map(({ name, Icon }) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon size="1.25rem" aria-hidden />}>
              {t(`page.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="mine">
          <OwnClasses {...clock} />
        </Tabs.Panel>
        {otherNames.map((name) => (
          <OtherTab
            key={name}
            name={name}
            isChosen={tab === name}
            {...clock}
            forKids={reader?.ageGroup === 'kid'}
          />
        ))}
      </Tabs>
      <SubscribeLink />
      <OpenClassDrawer {...clock} />
    </div>
  );
}

/** The panel of another tab. Its list is awaited here, so that one which arrives does not draw the whole page again. */
function OtherTab({
  name,
  isChosen,
  ...shown
}: { name: keyof typeof others; isChosen: boolean } & ComponentProps<ListOfClasses>) {
  const { t } = useTranslation('classes');
  const [failure, setFailure] = useState<unknown>(null);
  const List = useLazyPart(others[name], isChosen, setFailure);
  const awaited = failure ? (
    <ErrorState error={failure} title={t('page.failed')} onRetry={loadPageAgain} />
  ) : (
    <Awaited />
  );
  return <Tabs.Panel value={name}>{List ? <List {...shown} /> : awaited}</Tabs.Panel>;
}

/** As high as a window, so that nothing below it moves when the list is here, whose filters stand above its cards. */
function Awaited() {
  return (
    <Box mih="100dvh">
      <CardsLoading />
    </Box>
  );
}
