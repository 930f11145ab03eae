import { Alert, Button, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDates } from '#web/i18n/use-dates.ts';

/** Says that the reader's plan ends before the class, and leads to where it is renewed. */
export function PlanEnds({ on }: { on: string }) {
  const { t } = useTranslation('classes');
  const { day } = useDates();
  return (
    <Alert color="cup" icon={<IconHourglass aria-hidden />} title={t('planEnds.title', { day: day(on) })}>
      <Text size="sm" mb="sm">
        {t('planEnds.text')}
      </Text>
      <Button component={Link} to="/membership" variant="default">
        {t('planEnds.toPlan')}
      </Button>
    </Alert>
  );
}
