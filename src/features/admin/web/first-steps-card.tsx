import { Anchor, Button, Card, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CopySignUpLink } from '#features/people/web/invitations/copy-sign-up-link.tsx';
import type { FirstSteps } from '../contract.ts';
import classes from './overview.module.css';

const steps: { step: keyof FirstSteps; to: string | null }[] = [
  { step: 'teacherApproved', to: '/admin/teachers' },
  { step: 'classScheduled', to: '/admin/classes?new' },
  { step: 'videoShown', to: '/admin/videos' },
  // An invitation is the address of the sign-up form.
  { step: 'studentJoined', to: null },
];

/** What a new community does first, and where its own texts are. */
export function FirstStepsCard({ steps: done }: { steps: FirstSteps }) {
  const { t } = useTranslation(['admin', 'privacy']);
  return (
    <Card component="section" aria-labelledby="first-steps">
      <Title order={2} size="h3" id="first-steps">
        {t('firstSteps.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('firstSteps.text')}
      </Text>
      <ol className={classes.rows}>
        {steps.map(({ step, to }) => (
          <li key={step} className={classes.step} data-done={done[step] || undefined}>
            <ThemeIcon color={done[step] ? 'teach' : 'gray'} variant="light" radius="xl">
              {done[step] ? <IconCheck aria-hidden /> : <IconCircleDashed aria-hidden />}
            </ThemeIcon>
            <span>
              {t(`firstSteps.${step}`)}
              {done[step] && <span className="visually-hidden">{` (${t('firstSteps.done')})`}</span>}
            </span>
            {/* One student has joined, and the others are still to be invited. */}
            {to === null && <CopySignUpLink />}
            {to !== null && !done[step] && (
              <Button component={Link} to={to} variant="default" size="sm">
                {t('firstSteps.open')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <Text c="dimmed" mt="sm">
        {t('firstSteps.policies')}{' '}
        <Anchor component={Link} to="/terms" underline="always">
          {t('privacy:policies.terms')}
        </Anchor>
        {' · '}
        <Anchor component={Link} to="/privacy" underline="always">
          {t('privacy:policies.privacy')}
        </Anchor>
      </Text>
    </Card>
  );
}
