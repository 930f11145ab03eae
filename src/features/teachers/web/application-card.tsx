import { Alert, Avatar, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { Application } from '../contract.ts';
import type { Decision } from '../rules.ts';
import { StatusBadge } from './status-badge.tsx';
import { TeacherFacts } from './teacher-facts.tsx';
import { TeacherStats } from './teacher-stats.tsx';
import styles from './teachers.module.css';

/** Everything an administrator decides by, and what they can answer. */
export function ApplicationCard({
  application,
  busy,
  onDecide,
}: {
  application: Application;
  busy: boolean;
  onDecide: (decision: Decision) => void;
}) {
  const { t } = useTranslation('teachers');
  const { shortDay: day } = useFigures();
  const { id, name, image, email, emailVerified, memberSince, appliedAt } = application;
  const { verificationStatus: status, totalEventsCreated } = application;
  return (
    <Card component="article" aria-labelledby={`application-${id}`}>
      <Stack>
        <div className={styles.head}>
          <div className={styles.person}>
            <Avatar src={image} alt="" size="lg" color="teach" name={name} />
            <div>
              <Title order={2} id={`application-${id}`} className={styles.name}>
                {name}
              </Title>
              <Text size="sm" c="dimmed" className={styles.email}>
                {email}
                {emailVerified && ` · ${t('admin.emailVerified')}`}
              </Text>
            </div>
          </div>
          <StatusBadge status={status} />
        </div>
        <Text size="sm" c="dimmed">
          {t('admin.since', { applied: day(appliedAt), joined: day(memberSince) })}
        </Text>
        <Before application={application} />
        <TeacherFacts teacher={application} />
        {(status !== 'pending' || totalEventsCreated > 0) && <TeacherStats teacher={application} />}
        {application.isOwn ? (
          <Alert color="gray">{t('admin.own')}</Alert>
        ) : (
          <Answers application={application} busy={busy} onDecide={onDecide} />
        )}
      </Stack>
    </Card>
  );
}

/** Who answered and why, or why an earlier application was refused. */
function Before({ application }: { application: Application }) {
  const { t } = useTranslation('teachers');
  const { shortDay: day } = useFigures();
  const { verificationStatus: status, decidedAt, decidedBy, rejectionReason, lastRefusal } = application;
  const by = decidedBy ?? t('admin.someone');
  const reason = status === 'rejected' ? rejectionReason : status === 'pending' && lastRefusal?.reason;
  return (
    <>
      {status !== 'pending' && decidedAt && (
        <Text size="sm" c="dimmed">
          {t(`admin.decided.${status}`, { day: day(decidedAt), name: by })}
        </Text>
      )}
      {reason && (
        <Alert
          color="red"
          title={
            status === 'pending' && lastRefusal ? t('admin.before', { day: day(lastRefusal.at) }) : undefined
          }
        >
          <blockquote className={styles.quote}>{reason}</blockquote>
        </Alert>
      )}
    </>
  );
}

function Answers({
  application,
  busy,
  onDecide,
}: {
  application: Application;
  busy: boolean;
  onDecide: (decision: Decision) => void;
}) {
  const { t } = useTranslation('teachers');
  const { name, verificationStatus: status } = application;
  if (status === 'pending') {
    return (
      <Group>
        <Button
          color="teach"
          loading={busy}
          leftSection={<IconCheck size="1.25rem" aria-hidden />}
          aria-label={t('admin.approveOf', { name })}
          onClick={() => onDecide('approve')}
        >
          {t('admin.approve')}
        </Button>
        <Button
          variant="default"
          disabled={busy}
          leftSection={<IconX size="1.25rem" aria-hidden />}
          aria-label={t('admin.rejectOf', { name })}
          onClick={() => onDecide('reject')}
        >
          {t('admin.reject')}
        </Button>
      </Group>
    );
  }
  return (
    <Group>
      {status === 'approved' ? (
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconX size="1.25rem" aria-hidden />}
          aria-label={t('admin.revokeOf', { name })}
          onClick={() => onDecide('revoke')}
        >
          {t('admin.revoke')}
        </Button>
      ) : (
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconRefresh size="1.25rem" aria-hidden />}
          aria-label={t('admin.reopenOf', { name })}
          onClick={() => onDecide('reopen')}
        >
          {t('admin.reopen')}
        </Button>
      )}
    </Group>
  );
}
