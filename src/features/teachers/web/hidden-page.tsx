import { Alert, Anchor, Badge, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Application } from '../contract.ts';
import { TeacherFacts } from './teacher-facts.tsx';
import styles from './teachers.module.css';

/** The name of an approved teacher, and the way to their public page while there is one. */
export function NameOfTeacher({
  teacher: { id, name, pageHiddenReason },
  className,
}: {
  teacher: Application;
  className?: string | undefined;
}) {
  if (pageHiddenReason !== null) return <span className={className}>{name}</span>;
  return (
    <Anchor component={Link} to={`/teachers/${id}`} className={className} c="inherit" underline="always">
      {name}
    </Anchor>
  );
}

/** That the page is hidden, and whether it was changed since. */
export function PageBadges({ teacher: { pageHiddenReason, pageChangedAt } }: { teacher: Application }) {
  const { t } = useTranslation('teachers');
  if (pageHiddenReason === null) return null;
  return (
    <Group component="span" gap="xs">
      <Badge color="red">{t('admin.pageHidden')}</Badge>
      {pageChangedAt !== null && <Badge color="teach">{t('admin.pageChanged')}</Badge>}
    </Group>
  );
}

/** Why a hidden page is hidden, and what it says now: no address shows it. */
export function HiddenPage({ teacher }: { teacher: Application }) {
  const { t } = useTranslation('teachers');
  if (teacher.pageHiddenReason === null) return null;
  return (
    <Stack gap="xs">
      <Alert color="red" title={t('admin.whyHidden')}>
        <blockquote className={styles.quote}>{teacher.pageHiddenReason}</blockquote>
      </Alert>
      <TeacherFacts teacher={teacher} />
    </Stack>
  );
}
