import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { useInvitingAddress } from '#features/coins/web/use-inviting-address.ts';
import { ReportButton } from '#features/reports/web/report-button.tsx';
import { isRefusal } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { pageMeta } from '#web/page-meta.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import { ShellSlotPlace } from '#web/shell/shell-slot.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { ShareMenu } from '#web/ui/share/share-menu.tsx';
import { WaysOut } from '#web/ui/ways-out.tsx';
import { useTitle } from '#web/use-title.ts';
import { teacherQuery } from './queries.ts';
import { TeacherFacts } from './teacher-facts.tsx';
import { PublicStats } from './teacher-stats.tsx';
import styles from './teachers.module.css';

export const meta = () => pageMeta(i18n.t('public.title', { ns: 'teachers' }));

/** The public page of an approved teacher. */
export default function PublicTeacherPage() {
  const { t } = useTranslation('teachers');
  const { month } = useDates();
  const { rating } = useFigures();
  const { id = '' } = useParams();
  const { account } = useAccount();
  const { data: teacher, error, refetch } = useQuery(teacherQuery(id));
  useTitle(teacher?.name);
  const address = useInvitingAddress(`${window.location.origin}/teachers/${id}`);
  if (!teacher && (isRefusal(error, 'http/not-found') || isRefusal(error, 'http/bad-input'))) {
    return (
      <EmptyState title={t('public.none')} text={t('public.noneText')} titleOrder={1} action={<WaysOut />} />
    );
  }
  if (!teacher) {
    return error ? (
      <ErrorState error={error} title={t('public.failed')} onRetry={refetch} />
    ) : (
      <LoadingBlocks heights={['18rem']} className={styles.portal} />
    );
  }
  return (
    <div>
      <Card>
        <Stack>
          <div className={styles.person}>
            <PersonAvatar person={teacher} size="xl" color="teach" />
            <div>
              <Title order={1} className={styles.email}>
                {teacher.name}
              </Title>
              <Text c="dimmed">
                {teacher.teachesSince
                  ? t('public.since', { month: month(teacher.teachesSince) })
                  : t('public.title')}
              </Text>
              {teacher.averageRating !== null && (
                <Anchor href="#teacher-reviews" className={styles.rated}>
                  <IconStarFilled size="1.125rem" aria-hidden />
                  <span aria-hidden>
                    {rating(teacher.averageRating)} · {t('public.reviews', { count: teacher.totalReviews })}
                  </span>
                  <span className="visually-hidden">
                    {t('public.rated', {
                      rating: rating(teacher.averageRating),
                      count: teacher.totalReviews,
                    })}
                  </span>
                </Anchor>
              )}
            </div>
          </div>
          <TeacherFacts teacher={teacher} namesYears={false} />
          <PublicStats teacher={teacher} />
        </Stack>
      </Card>
      <Group mt="xl" gap="sm" align="flex-start">
        {!account && (
          <Stack gap="xs" className={styles.join}>
            <Button
              component={Link}
              to="/auth?register=true"
              state={{ from: `/teachers/${id}` }}
              color="live"
              size="lg"
              aria-describedby="join-text"
            >
              {t('public.join')}
            </Button>
            <Text c="dimmed" size="sm" id="join-text">
              {t('public.joinText')}
            </Text>
          </Stack>
        )}
        <ShareMenu
          title={teacher.name}
          message={t('public.invitation', { name: teacher.name, link: address })}
          address={address}
        />
      </Group>
      {/* Their next classes and reviews, which another feature fills in. */}
      <ShellSlotPlace name="part" />
      {account && account.id !== id && (
        <Group mt="xl" justify="center">
          <ReportButton kind="teacher" subject={id} title={teacher.name} look="words" />
          <ReportButton kind="name" subject={id} title={teacher.name} look="words" />
        </Group>
      )}
    </div>
  );
}
