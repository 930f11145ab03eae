import { Avatar, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { ShellSlotPlace } from '#web/shell/shell-slot.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { teacherQuery } from './queries.ts';
import { TeacherFacts } from './teacher-facts.tsx';
import { TeacherStats } from './teacher-stats.tsx';
import styles from './teachers.module.css';

export function meta() {
  return [{ title: `${i18n.t('public.title', { ns: 'teachers' })} · Sumi` }];
}

/** The public page of an approved teacher. */
export default function PublicTeacherPage() {
  const { t } = useTranslation('teachers');
  const { shortDay: day } = useDates();
  const { id = '' } = useParams();
  const { account } = useAccount();
  const { data: teacher, error, refetch } = useQuery(teacherQuery(id));
  if (!teacher && (isRefusal(error, 'http/not-found') || isRefusal(error, 'http/bad-input'))) {
    return <EmptyState title={t('public.none')} text={t('public.noneText')} titleOrder={1} />;
  }
  if (!teacher) {
    return error ? (
      <ErrorState error={error} title={t('public.failed')} onRetry={refetch} />
    ) : (
      <div className={styles.portal}>
        <Skeleton h="18rem" radius="lg" />
      </div>
    );
  }
  return (
    <div>
      <div className={styles.portal}>
        <Card>
          <Stack>
            <div className={styles.person}>
              <Avatar src={teacher.image} alt="" size="xl" color="teach" name={teacher.name} />
              <div>
                <Title order={1} className={styles.email}>
                  {teacher.name}
                </Title>
                <Text c="dimmed">
                  {teacher.teachesSince
                    ? t('public.since', { day: day(teacher.teachesSince) })
                    : t('public.title')}
                </Text>
              </div>
            </div>
            <TeacherFacts teacher={teacher} />
            <TeacherStats teacher={teacher} />
          </Stack>
        </Card>
      </div>
      {account ? (
        // Their next classes, which another feature fills in.
        <ShellSlotPlace name="part" />
      ) : (
        <Group justify="center" mt="xl">
          <Button component={Link} to="/auth?register=true" color="live">
            {t('public.join')}
          </Button>
        </Group>
      )}
    </div>
  );
}
