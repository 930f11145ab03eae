import { Card, Text, Title } from '@mantine/core';
import { IconCalendarPlus, IconForms, IconPigMoney } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmEmailFirst } from '#features/accounts/web/confirm-email-first.tsx';
import { useUnprovedEmail } from '#features/accounts/web/use-account.ts';
import { teacherSharePercent } from '#features/payments/contract.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import type { TeachingForm as Teaching } from '../contract.ts';
import { useApply } from './queries.ts';
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
  const apply = useApply();
  const isUnproved = useUnprovedEmail();
  const steps = [
    { Icon: IconForms, text: t('apply.steps.profile') },
    { Icon: IconCalendarPlus, text: t('apply.steps.events') },
    { Icon: IconPigMoney, text: t('apply.steps.share', { percent: percent(teacherSharePercent) }) },
  ];

  function submit(teaching: Teaching) {
    apply.mutate(teaching, {
      onSuccess() {
        toastSuccess(t('apply.done'), t('apply.doneText'));
        onCancel?.();
        navigate('/profile?tab=teacher');
      },
      onError: (error) => toastFailure(error, t('apply.failed')),
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
