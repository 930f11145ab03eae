import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { BelowClass } from '#features/classes/web/after/below-class.tsx';
import { BeforeClass } from '#features/classes/web/before/before-class.tsx';
import { missingIn } from '#features/classes/web/before/few-learners.tsx';
import { CardsLoading } from '#features/classes/web/browse/cards-loading.tsx';
import { momentOf } from '#features/classes/web/class-moment.ts';
import { LatestReviews } from '#features/classes/web/of-teacher/latest-reviews.tsx';
import { OpenClassDrawer } from '#features/classes/web/open-class/open-class-drawer.tsx';
import { ShareClass } from '#features/classes/web/open-class/share-class.tsx';
import { classQuery } from '#features/classes/web/queries.ts';
import { ClassCard, ClassFace, type ClassFacts } from '#features/classes/web/seat/class-card.tsx';
import { useClock } from '#features/classes/web/use-clock.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { pageMeta } from '#web/page-meta.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useTitle } from '#web/use-title.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import styles from './class-page.module.css';
import { sharedClassQuery } from './queries.ts';
import { VisitorFoot } from './visitor-foot.tsx';

export const meta = () => pageMeta(i18n.t('page.title', { ns: 'sharing' }));

/**
 * The address of a class or club: for a member their card of it with the seat, for a visitor what the server lets
 * everybody read, with the way to a seat.
 */
export default function ClassPage() {
  const { id = '' } = useParams();
  const { account } = useAccount();
  return account ? <MemberClass id={id} /> : <VisitorClass id={id} />;
}

function MemberClass({ id }: { id: string }) {
  const clock = useClock();
  const { now, zone } = clock;
  const { data, error, refetch } = useQuery(classQuery(id));
  useTitle(data?.title);
  if (!data) return <Missing error={error} onRetry={refetch} to="/classes?tab=upcoming" />;
  return (
    <Around liveClass={data} now={now} isMember withShare={missingIn(data, now) === 0}>
      <ClassCard liveClass={data} now={now} zone={zone} titleOrder={1} withDay />
      <BeforeClass liveClass={data} now={now} isOver={isOver(data, now)} titleOrder={2} />
      <BelowClass liveClass={data} now={now} zone={zone} titleOrder={2} />
      {/* The next class of the teacher opens over this one. */}
      <OpenClassDrawer {...clock} />
    </Around>
  );
}

function VisitorClass({ id }: { id: string }) {
  const { now, zone } = useClock();
  const { data, error, refetch } = useQuery(sharedClassQuery(id));
  useTitle(data?.title);
  if (!data) return <Missing error={error} onRetry={refetch} to="/#clubes" />;
  return (
    <Around liveClass={data} now={now}>
      <ClassFace liveClass={data} now={now} zone={zone} titleOrder={1} withDay withPrice={!isOver(data, now)}>
        <VisitorFoot liveClass={data} now={now} />
      </ClassFace>
    </Around>
  );
}

const isOver = (liveClass: ClassFacts, now: Date) =>
  ['ended', 'cancelled'].includes(momentOf(liveClass, now));

/** The card, the ways to pass its address on, and what students say of its teacher. */
function Around({
  liveClass,
  now,
  isMember = false,
  withShare = true,
  children,
}: {
  liveClass: ClassFacts;
  now: Date;
  isMember?: boolean;
  /** The ways to pass it on, unless they stand above already. */
  withShare?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      {children}
      {momentOf(liveClass, now) === 'upcoming' && (
        <div className={styles.acts}>
          <AddToCalendar liveClass={liveClass} isMember={isMember} />
          {withShare && <ShareClass liveClass={liveClass} now={now} />}
        </div>
      )}
      {liveClass.hasTeacherPage && <LatestReviews teacherId={liveClass.teacherId} titleOrder={2} />}
    </div>
  );
}

function Missing({ error, onRetry, to }: { error: unknown; onRetry: () => void; to: string }) {
  const { t } = useTranslation(['sharing', 'classes']);
  if (isRefusal(error, 'http/not-found') || isRefusal(error, 'http/bad-input')) {
    return (
      <EmptyState
        title={t('classes:open.gone')}
        text={t('page.goneText')}
        titleOrder={1}
        action={
          <Button component={Link} to={to} variant="default">
            {t('classes:open.others')}
          </Button>
        }
      />
    );
  }
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <CardsLoading count={1} />;
}
