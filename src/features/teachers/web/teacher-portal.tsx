import { Card, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ApplyCard } from './apply-card.tsx';
import { Earnings } from './earnings.tsx';
import { OwnProfile } from './own-profile.tsx';
import { ownProfileQuery } from './queries.ts';
import styles from './teachers.module.css';
import { valuesOf } from './teaching-values.ts';

/** The application form, or the teacher's profile with its status and earnings. */
export function TeacherPortal() {
  const { t } = useTranslation('teachers');
  const { account } = useAccount();
  // A student has no application: applying makes them a teacher.
  const asked = account !== null && account.role !== 'student';
  const { data: profile, error, refetch } = useQuery({ ...ownProfileQuery, enabled: asked });
  const [again, setAgain] = useState(false);
  if (account?.ageGroup === 'kid') {
    return <EmptyState title={t('kids.title')} text={t('kids.text')} mood="happy" />;
  }
  if (account && !profile && (!asked || profile === null)) return <ApplyCard />;
  if (!profile) {
    // A verified teacher's desk stands above it, as wide as the page.
    const isDesk = account?.verifiedTeacher === true;
    if (!error) return <Loading isWide={isDesk} />;
    return <ErrorState isPart={isDesk} error={error} title={t('portal.failed')} onRetry={refetch} />;
  }
  if (again && profile.verificationStatus === 'rejected') {
    return <ApplyCard initial={valuesOf(profile)} onCancel={() => setAgain(false)} />;
  }
  return (
    <div className={styles.portal} data-wide={profile.isVerified || undefined}>
      <OwnProfile profile={profile} onApplyAgain={() => setAgain(true)} />
      {profile.isVerified && <Earnings />}
    </div>
  );
}

function Loading({ isWide }: { isWide: boolean }) {
  const { t } = useTranslation('shell');
  return (
    <Card role="status" aria-label={t('loading')} className={styles.portal} data-wide={isWide || undefined}>
      <Stack>
        <Skeleton h="2rem" w="60%" />
        <Skeleton h="5rem" />
        <Skeleton h="8rem" />
      </Stack>
    </Card>
  );
}
