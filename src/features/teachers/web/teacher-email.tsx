import { Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Application } from '../contract.ts';
import styles from './teachers.module.css';

/** A teacher's e-mail address, and below it whether they confirmed it. */
export function TeacherEmail({ teacher: { email, emailVerified } }: { teacher: Application }) {
  const { t } = useTranslation('teachers');
  return (
    <Text component="span" size="sm" c="dimmed" className={styles.email}>
      {email}
      {emailVerified && (
        <span className={styles.verified}>
          <IconCheck size="1em" aria-hidden />
          {t('admin.emailVerified')}
        </span>
      )}
    </Text>
  );
}
