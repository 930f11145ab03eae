import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconCalendarPlus, IconEyeOff, IconHourglass, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#web/api/call.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { changeTeaching, type OwnTeacherProfile, type TeachingForm as Teaching } from '../contract.ts';
import { useCacheTeacherProfile } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';
import { TeacherFacts } from './teacher-facts.tsx';
import { TeacherStats } from './teacher-stats.tsx';
import styles from './teachers.module.css';
import { TeachingForm } from './teaching-form.tsx';
import { valuesOf } from './teaching-values.ts';

/** The teacher's own profile: the status of the application, figures, and the profile to edit. */
export function OwnProfile({
  profile,
  createsHere,
  onApplyAgain,
}: {
  profile: OwnTeacherProfile;
  createsHere: boolean;
  onApplyAgain: () => void;
}) {
  const { t } = useTranslation('teachers');
  const { verificationStatus: status, isVerified } = profile;
  return (
    <>
      <Card component="section" aria-labelledby="teacher-status">
        <Stack>
          <div className={styles.head}>
            <Group gap="sm">
              <Title order={2} size="h3" id="teacher-status">
                {t('portal.profile')}
              </Title>
              <StatusBadge status={status} />
            </Group>
            {isVerified && createsHere && (
              <Button
                component={Link}
                to="/admin/classes?new="
                color="teach"
                leftSection={<IconCalendarPlus size="1.25rem" aria-hidden />}
              >
                {t('portal.createClass')}
              </Button>
            )}
          </div>
          <Answer profile={profile} onApplyAgain={onApplyAgain} />
          <TeacherStats teacher={profile} />
          {isVerified && (
            <Group gap="lg">
              <Anchor component={Link} to="/feed/proposals" py="sm">
                {t('portal.proposals')}
              </Anchor>
              <Anchor component={Link} to="/teacher/certificates" py="sm">
                {t('portal.certificates')}
              </Anchor>
            </Group>
          )}
        </Stack>
      </Card>
      <About profile={profile} />
    </>
  );
}

/** What an applicant reads while the application is pending or refused. */
function Answer({ profile, onApplyAgain }: { profile: OwnTeacherProfile; onApplyAgain: () => void }) {
  const { t } = useTranslation('teachers');
  const { shortDay: day } = useDates();
  const { verificationStatus: status, rejectionReason, pageHiddenReason, appliedAt } = profile;
  if (status === 'pending') {
    return (
      <Alert color="cup" icon={<IconHourglass aria-hidden />} title={t('portal.pendingTitle')}>
        {t('portal.pendingText', { day: day(appliedAt) })}
      </Alert>
    );
  }
  if (status === 'approved') {
    return pageHiddenReason === null ? null : (
      <Alert color="cup" icon={<IconEyeOff aria-hidden />} title={t('portal.hiddenTitle')}>
        <blockquote className={styles.quote}>{pageHiddenReason}</blockquote>
        <Text size="sm">{t('portal.hiddenText')}</Text>
      </Alert>
    );
  }
  return (
    <Alert color="red" title={t('portal.rejectedTitle')}>
      <Stack align="start" gap="sm">
        {rejectionReason && <blockquote className={styles.quote}>{rejectionReason}</blockquote>}
        <Text size="sm">{t('portal.rejectedText')}</Text>
        <Button
          variant="default"
          leftSection={<IconRefresh size="1.125rem" aria-hidden />}
          onClick={onApplyAgain}
        >
          {t('portal.applyAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}

function About({ profile }: { profile: OwnTeacherProfile }) {
  const { t } = useTranslation('teachers');
  const cache = useCacheTeacherProfile();
  const [editing, setEditing] = useState(false);
  const [wasEditing, setWasEditing] = useState(false);
  const firstField = useRef<HTMLTextAreaElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  // The focus moves into the form, and back to the button that opened it.
  useEffect(() => {
    if (editing) firstField.current?.focus();
    else if (wasEditing) edit.current?.focus();
  }, [editing, wasEditing]);
  const close = () => {
    setEditing(false);
    setWasEditing(true);
  };
  const change = useAct((body: Teaching) => call(changeTeaching, { body }), {
    stale: ['accounts'],
    done: t('portal.saved'),
    failed: t('portal.saveFailed'),
    onDone(saved) {
      cache(saved);
      close();
    },
  });
  return (
    <Card component="section" aria-labelledby="teacher-about">
      <Stack>
        <div className={styles.head}>
          <Title order={2} size="h3" id="teacher-about">
            {t('portal.about')}
          </Title>
          {!editing && (
            <Group gap="sm">
              {profile.isVerified && profile.pageHiddenReason === null && (
                <Button component={Link} to={`/teachers/${profile.id}`} variant="subtle" size="sm">
                  {t('portal.publicCard')}
                </Button>
              )}
              <Button
                ref={edit}
                variant="default"
                size="sm"
                leftSection={<IconPencil size="1.125rem" aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {t('portal.edit')}
              </Button>
            </Group>
          )}
        </div>
        {editing ? (
          <TeachingForm
            initial={valuesOf(profile)}
            submitLabel={t('form.save')}
            busy={change.isPending}
            firstField={firstField}
            onCancel={close}
            onSubmit={(teaching) => change.mutate(teaching)}
          />
        ) : (
          <TeacherFacts teacher={profile} />
        )}
      </Stack>
    </Card>
  );
}
