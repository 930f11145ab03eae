import { Button, Stack } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { calendarDay } from '#shared/time/zones.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { SideDrawer } from '#web/ui/dialogs/side-drawer.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import type { ClassCard as ClassCardData } from '../../contract.ts';
import { missingIn } from '../before/few-learners.tsx';
import { CardsLoading } from '../browse/cards-loading.tsx';
import { momentOf } from '../class-moment.ts';
import { classQuery } from '../queries.ts';
import styles from '../seat/class-card.module.css';
import { ClassCard } from '../seat/class-card.tsx';
import { useDayHeading } from '../use-day-heading.ts';
import { useOpenClass } from './use-open-class.ts';

// Loaded with the class that is opened: a visit to the list of classes needs none of it.
const BelowClass = lazyComponent(async () => (await import('../after/below-class.tsx')).BelowClass);

const LatestReviews = lazyComponent(
  async () => (await import('../of-teacher/latest-reviews.tsx')).LatestReviews,
  { isExtra: true },
);

const BeforeClass = lazyComponent(async () => (await import('../before/before-class.tsx')).BeforeClass);

const ShareClass = lazyComponent(async () => (await import('./share-class.tsx')).ShareClass, {
  isExtra: true,
});

/** A drawer with the class of the page's address: its card with the seat button, and a link to share. */
export function OpenClassDrawer({ now, zone, today }: { now: Date; zone: string; today: string }) {
  const { t } = useTranslation('classes');
  const { openId, isRating, isExplaining, close } = useOpenClass();
  // The class stays in the drawer while it slides out.
  const id = useLast(openId);
  const { data, error, refetch } = useQuery({ ...classQuery(id ?? ''), enabled: id !== null });
  const headingOf = useDayHeading(today);

  /** The next step from a class that no student can join any more. */
  const toOthers = (
    <Button component={Link} to="/classes?tab=upcoming" variant="default">
      {t('open.others')}
    </Button>
  );
  const isOver = (liveClass: ClassCardData) => ['ended', 'cancelled'].includes(momentOf(liveClass, now));

  function content() {
    if (data) {
      return (
        <>
          <ClassCard liveClass={data} now={now} zone={zone} rating={isRating} explaining={isExplaining} />
          {(data.hasMessages ||
            ((data.promptCard || data.planEndsAt || missingIn(data, now) > 0) && !isOver(data))) && (
            <Suspense>
              <BeforeClass liveClass={data} now={now} isOver={isOver(data)} />
            </Suspense>
          )}
          {(data.hasNotes || momentOf(data, now) !== 'upcoming') && (
            <Suspense>
              <BelowClass liveClass={data} now={now} zone={zone} />
            </Suspense>
          )}
          {isOver(data) ? (
            toOthers
          ) : (
            <div className={styles.acts}>
              {missingIn(data, now) === 0 && (
                <Suspense>
                  <ShareClass liveClass={data} now={now} />
                </Suspense>
              )}
              <Button
                component={Link}
                to={`/classes/${data.id}#calendar`}
                variant="default"
                leftSection={<IconCalendarPlus size="1.25rem" aria-hidden />}
              >
                {t('page.subscribe')}
              </Button>
            </div>
          )}
          <Suspense>{data.hasTeacherPage && <LatestReviews teacherId={data.teacherId} />}</Suspense>
        </>
      );
    }
    if (isRefusal(error, 'http/not-found') || isRefusal(error, 'http/bad-input')) {
      return <EmptyState title={t('open.gone')} text={t('open.goneText')} titleOrder={3} action={toOthers} />;
    }
    return error ? (
      <ErrorState error={error} title={t('admin.classFailed')} onRetry={refetch} />
    ) : (
      <CardsLoading count={1} />
    );
  }

  return (
    <SideDrawer
      hasAddress
      opened={openId !== null}
      onClose={close}
      title={
        data ? (
          <span className={styles.drawerTitle}>{headingOf(calendarDay(data.startsAt, zone))}</span>
        ) : (
          <span className="visually-hidden">{t('open.title')}</span>
        )
      }
    >
      <Stack>{content()}</Stack>
    </SideDrawer>
  );
}
