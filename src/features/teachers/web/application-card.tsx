import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import type { Application, VerificationStatus } from '../contract.ts';
import type { Decision } from '../rules.ts';
import { TeacherMenu } from './approved-teachers.tsx';
import { HiddenPage, NameOfTeacher, PageBadges } from './hidden-page.tsx';
import { TeacherEmail } from './teacher-email.tsx';
import { TeacherFacts } from './teacher-facts.tsx';
import { TeacherStats } from './teacher-stats.tsx';
import styles from './teachers.module.css';
import type { TeacherAct } from './use-decide.ts';

/** An application with the facts and the buttons of its decision; of an approved teacher, with their menu. */
export function ApplicationCard({
  application,
  busy,
  onDecide,
}: {
  application: Application;
  busy: boolean;
  onDecide: (decision: TeacherAct) => void;
}) {
  const { t } = useTranslation('teachers');
  const { shortDay: day } = useDates();
  const { id, name, image, memberSince, appliedAt } = application;
  const { verificationStatus: status, totalEventsCreated } = application;
  return (
    <Card component="article" aria-labelledby={`application-${id}`}>
      <Stack>
        <Group
          justify="space-between"
          align="start"
          wrap="nowrap"
          className={status === 'approved' ? styles.withMenu : undefined}
        >
          <div className={styles.person}>
            <PersonAvatar person={{ name, image }} size="lg" color="teach" />
            <div>
              <Title order={2} id={`application-${id}`} className={styles.name}>
                {status === 'approved' ? (
                  <NameOfTeacher teacher={application} className={styles.name} />
                ) : (
                  name
                )}
              </Title>
              <TeacherEmail teacher={application} />
              <PageBadges teacher={application} />
            </div>
          </div>
          {status === 'approved' && <TeacherMenu teacher={application} onAct={onDecide} />}
        </Group>
        <Text size="sm" c="dimmed">
          {t('admin.since', { applied: day(appliedAt), joined: day(memberSince) })}
        </Text>
        <Before application={application} />
        {application.pageHiddenReason === null ? (
          <TeacherFacts teacher={application} />
        ) : (
          <HiddenPage teacher={application} />
        )}
        {(status !== 'pending' || totalEventsCreated > 0) && <TeacherStats teacher={application} />}
        {application.isOwn && <Alert color="gray">{t('admin.own')}</Alert>}
        {!application.isOwn && status !== 'approved' && (
          <Answers application={application} answers={answersTo[status]} busy={busy} onDecide={onDecide} />
        )}
      </Stack>
    </Card>
  );
}

/** Who decided and why, or why an earlier application was refused. */
function Before({ application }: { application: Application }) {
  const { t } = useTranslation('teachers');
  const { shortDay: day } = useDates();
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
  application: { name },
  answers,
  busy,
  onDecide,
}: {
  application: Application;
  answers: readonly Decision[];
  busy: boolean;
  onDecide: (decision: Decision) => void;
}) {
  const { t } = useTranslation('teachers');
  return (
    <Group>
      {answers.map((decision, n) => {
        const Icon = icons[decision];
        return (
          <Button
            key={decision}
            {...(decision === 'approve' ? { color: 'teach' } : { variant: 'default' })}
            loading={busy && n === 0}
            disabled={busy && n > 0}
            leftSection={<Icon size="1.25rem" aria-hidden />}
            aria-label={t(`admin.${decision}Of`, { name })}
            onClick={() => onDecide(decision)}
          >
            {t(`admin.${decision}`)}
          </Button>
        );
      })}
    </Group>
  );
}

const answersTo = {
  pending: ['approve', 'reject'],
  rejected: ['reopen'],
} as const satisfies Record<Exclude<VerificationStatus, 'approved'>, readonly Decision[]>;

const icons = { approve: IconCheck, reject: IconX, revoke: IconX, reopen: IconRefresh };
