import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { possibleTeachersQuery } from '../managed-queries.ts';
import styles from './class-form.module.css';
import type { FormValues } from './class-form-values.ts';

/** The teacher of a new class, for administrators. A teacher gives their own classes and sees no field. */
export function TeacherField({ form }: { form: UseFormReturnType<FormValues> }) {
  const { t } = useTranslation(['classes', 'shell']);
  const { account } = useAccount();
  const isAdmin = account?.role === 'admin';
  const { data, error } = useQuery({ ...possibleTeachersQuery, enabled: isAdmin });
  if (!account || !isAdmin) return null;
  const others = data?.items.filter(({ userId }) => userId !== account.id) ?? [];
  const { value, ...field } = form.getInputProps('teacherId');
  return (
    <Select
      className={styles.wide}
      label={t('form.teacher')}
      searchable
      allowDeselect={false}
      data={[
        { value: account.id, label: t('form.yourself', { name: account.name }) },
        ...others.map(({ userId, name }) => ({ value: userId, label: name })),
      ]}
      nothingFoundMessage={error ? undefined : t(data ? 'handOver.nobody' : 'shell:loading')}
      {...field}
      value={value || account.id}
      error={error ? t('form.teachersFailed') : field.error}
    />
  );
}
