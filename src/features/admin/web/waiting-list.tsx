import { Badge, Card, type MantineColor, Text, Title } from '@mantine/core';
import {
  IconCalendarX,
  IconChalkboardTeacher,
  IconChecklist,
  IconChevronRight,
  IconFlag,
  IconLinkOff,
  IconPlayerPlay,
  IconReceiptRefund,
  IconShoppingBag,
  IconTrophy,
  IconUserEdit,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import type { Waiting } from '../contract.ts';
import classes from './overview.module.css';
import { waitingQuery } from './queries.ts';

// Work is seldom stuck.
const StuckWorkList = lazyComponent(async () => (await import('./stuck-work-list.tsx')).StuckWorkList);

const places: {
  what: keyof Omit<Waiting, 'stuck'>;
  to: string;
  color: MantineColor;
  Icon: typeof IconTrophy;
}[] = [
  { what: 'applications', to: '/admin/teachers', color: 'teach', Icon: IconChalkboardTeacher },
  {
    what: 'classesWithoutTeacher',
    to: '/admin/classes?view=list&teacher=none',
    color: 'red',
    Icon: IconUserQuestion,
  },
  { what: 'classesWithoutLink', to: '/admin/classes?view=list&link=none', color: 'red', Icon: IconLinkOff },
  { what: 'orders', to: '/admin/store', color: 'coins', Icon: IconShoppingBag },
  { what: 'videos', to: '/admin/videos', color: 'feed', Icon: IconPlayerPlay },
  { what: 'reports', to: '/admin/reports', color: 'red', Icon: IconFlag },
  { what: 'names', to: '/admin/students?names=chosen', color: 'red', Icon: IconUserEdit },
  { what: 'pages', to: '/admin/teachers?tab=approved&pages=changed', color: 'red', Icon: IconUserEdit },
  { what: 'cupClaims', to: '/admin/ranking#claims-title', color: 'cup', Icon: IconTrophy },
  { what: 'calendar', to: '/admin/calendar', color: 'live', Icon: IconCalendarX },
  { what: 'rolls', to: '/admin/classes?view=list&roll=due', color: 'live', Icon: IconChecklist },
  { what: 'refunds', to: '/admin/payments?status=refunding', color: 'red', Icon: IconReceiptRefund },
  {
    what: 'owedBack',
    to: '/admin/payments?status=owed-back',
    color: 'red',
    Icon: IconReceiptRefund,
  },
];

/** What waits for an administrator, each entry with a link to the page where it is handled. */
export function WaitingList() {
  const { t } = useTranslation('admin');
  const { number } = useFigures();
  const { data, error, refetch } = useQuery(waitingQuery);
  const waits = data && places.filter(({ what }) => data[what] > 0);
  return (
    <Card component="section" aria-labelledby="waiting">
      <div className={classes.cardHead}>
        <Title order={2} size="h3" id="waiting">
          {t('waiting.title')}
        </Title>
      </div>
      {!waits &&
        (error ? (
          <ErrorState isPart error={error} title={t('waiting.failed')} onRetry={refetch} />
        ) : (
          <LoadingBlocks heights={['6rem']} />
        ))}
      {waits?.length === 0 && data?.stuck.length === 0 && <Text c="dimmed">{t('waiting.none')}</Text>}
      {waits && waits.length > 0 && (
        <ul className={classes.waiting}>
          {waits.map(({ what, to, color, Icon }) => (
            <li key={what}>
              <Link to={to} className={classes.waits}>
                <Badge color={color} size="xl" leftSection={<Icon size="1.125rem" aria-hidden />}>
                  {number(data[what])}
                </Badge>
                <span>{t(`waiting.${what}`, { count: data[what] })}</span>
                <IconChevronRight size="1.25rem" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data && data.stuck.length > 0 && (
        <Suspense>
          <StuckWorkList stuck={data.stuck} />
        </Suspense>
      )}
    </Card>
  );
}
