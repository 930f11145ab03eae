import { Card, Text, Title } from '@mantine/core';
import { IconCalendarPlus, IconForms, IconPigMoney } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmEmailFirst } from '#features/accounts/web/confirm-email-first.tsx';
import { accountQuery, useUnprovedEmail } from '#features/accounts/web/use-account.ts';
import { teacherSharePercent } from '#features/payments/contract.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { applyToTeach, type TeachingForm as Teaching } from '../contract.ts';
import { useCacheTeacherProfile } from './queries.ts';
import styles from './teachers.module.css';
import { TeachingForm } from './teaching-form.tsx';
import { emptyTeaching, type TeachingValues } from './teaching-values.ts';

/** The application form. A person who applies again starts with their previous answers. */
export function ApplyCard({
  initial = emptyTeaching,
  onCancel,
}: {
  initial?: TeachingValues;
  onCancel?: () => void;
}) {
  const { t } = useTranslation('teachers');
  const { percentage: percent } = useFigures();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const cache = useCacheTeacherProfile();
  // Not an act: while that read the account again, the new profile would take this card's place before it navigates.
  const apply = useMutation({
    mutationFn: (body: Teaching) => call(applyToTeach, { body }),
    onSuccess(saved) {
      cache(saved);
      // Applying makes a student a teacher, whose profile the portal shows.
      queryClient.setQueryData(accountQuery.queryKey, (read) =>
        read?.account ? { account: { ...read.account, role: 'teacher' as const } } : read,
      );
      void queryClient.invalidateQueries({ queryKey: ['accounts'] });
      toastSuccess(t('apply.done'), t('apply.doneText'));
    },
    onError: (error) => toastFailure(error, t('apply.failed')),
  });
  const isUnproved = useUnprovedEmail();
  const steps = [
    { Icon: IconForms, text: t('apply.steps.profile') },
    { Icon: IconCalendarPlus, text: t('apply.steps.events') },
    { Icon: IconPigMoney, text: t('apply.steps.share', { percent: percent(teacherSharePercent) }) },
  ];

  function submit(teaching: Teaching) {
    apply.mutate(teaching, {
      onSuccess() {
        onCancel?.();
        navigate('/profile?tab=teacher');
      },
    });
  }

  return (
    <div className={styles.portal}>
      <ul className={styles.steps}>
        {steps.map(({ Icon, text }) => (
          <li key={text} className={styles.step}>
            <Icon aria-hidden />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <Card component="section" aria-labelledby="apply-title">
        <Title order={2} size="h3" id="apply-title">
          {t('apply.title')}
        </Title>
        <Text c="dimmed" mb="lg">
          {t('apply.text')}
        </Text>
        <ConfirmEmailFirst />
        <TeachingForm
          initial={initial}
          submitLabel={t('apply.submit')}
          busy={apply.isPending}
          disabled={isUnproved}
          onSubmit={submit}
          {...(onCancel && { onCancel })}
        />
      </Card>
    </div>
  );
}
