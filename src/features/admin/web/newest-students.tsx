import { Anchor, Button, Card, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { personAddress } from '#features/accounts/rules.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import type { NewStudent } from '../contract.ts';
import classes from './overview.module.css';

/** The students who joined last. */
export function NewestStudents({ students }: { students: readonly NewStudent[] }) {
  const { t } = useTranslation('admin');
  const { day } = useDates();
  return (
    <Card component="section" aria-labelledby="newest-students">
      <div className={classes.cardHead}>
        <Title order={2} size="h3" id="newest-students">
          {t('students.title')}
        </Title>
        <Button component={Link} to="/admin/students" variant="default" size="sm">
          {t('students.all')}
        </Button>
      </div>
      {students.length === 0 ? (
        <Text c="dimmed">{t('students.empty')}</Text>
      ) : (
        <ul className={classes.rows}>
          {students.map(({ id, name, joinedAt }) => (
            <li key={id} className={classes.student}>
              <PersonAvatar person={{ name, image: null }} color="teach" />
              <Anchor component={Link} to={personAddress(id)} c="inherit" className={classes.rowTitle}>
                {name}
              </Anchor>
              <span className={classes.rowText}>
                <time dateTime={joinedAt}>{t('students.joined', { day: day(joinedAt) })}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
