import { Card, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { earningsQuery } from '#features/payments/web/earnings/queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/lists/loading-blocks.tsx';
import { ApplyCard } from './apply-card.tsx';
import { Earnings } from './earnings.tsx';
import { OwnProfile } from './own-profile.tsx';
import { ownProfileQuery } from './queries.ts';
import styles from './teachers.module.css';
import { valuesOf } from './teaching-values.ts';

/**
 * The application form, or the teacher's profile with its status. A person who earned with classes reads their
 * statement also once they may teach no more, because they may still be owed.
 */
export function TeacherPortal({
  createsHere = true,
}: {
  /** Not below a header that leads to a new class. */
  createsHere?: boolean;
}) {
  const { t } = useTranslation('teachers');
  const { account } = useAccount();
  // A student has no application: applying makes them a teacher.
  const asked = account !== null && account.role !== 'student';
  const { data: profile, error, refetch } = useQuery({ ...ownProfileQuery, enabled: asked });
  const isFormer = account !== null && !account.verifiedTeacher;
  const { data: earned } = useQuery({ ...earningsQuery(undefined), enabled: isFormer });
  const hasEarned =
    isFormer && earned !== undefined && earned.months.length + earned.otherCurrencies.length > 0;
  const [again, setAgain] = useState(false);
  if (account?.ageGroup === 'kid') {
    return hasEarned ? (
      <Earnings />
    ) : (
      <EmptyState title={t('kids.title')} text={t('kids.text')} mood="happy" />
    );
  }
  // Also with a profile in the cache: an administrator may have made its owner a student since it was read.
  if (account && (!asked || profile === null)) {
    return (
      <Stack>
        {hasEarned && <Earnings />}
        <ApplyCard />
      </Stack>
    );
  }
  if (!profile) {
    // A verified teacher's desk stands above it, as wide as the page.
    const isDesk = account?.verifiedTeacher === true;
    if (!error) return <PortalLoading isWide={isDesk} />;
    return <ErrorState isPart={isDesk} error={error} title={t('portal.failed')} onRetry={refetch} />;
  }
  if (again && profile.verificationStatus === 'rejected') {
    return <ApplyCard initial={valuesOf(profile)} onCancel={() => setAgain(false)} />;
  }
  return (
    <div className={styles.portal} data-wide={profile.isVerified || undefined}>
      <OwnProfile profile={profile} createsHere={createsHere} onApplyAgain={() => setAgain(true)} />
      {(profile.isVerified || hasEarned) && <Earnings />}
    </div>
  );
}

function PortalLoading({ isWide }: { isWide: boolean }) {
  return (
    <Card className={styles.portal} data-wide={isWide || undefined}>
      <Loading gap="md">
        <Skeleton h="2rem" w="60%" />
        <Skeleton h="5rem" />
        <Skeleton h="8rem" />
      </Loading>
    </Card>
  );
}
