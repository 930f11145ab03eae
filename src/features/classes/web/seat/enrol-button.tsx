import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { useSeat } from './use-seat.ts';

/** Takes a seat without a payment. */
export function EnrolButton({
  title,
  seat: { enrol, busy },
  size = 'sm',
}: {
  title: string;
  seat: Pick<ReturnType<typeof useSeat>, 'enrol' | 'busy'>;
  size?: 'sm' | 'md';
}) {
  const { t } = useTranslation('classes');
  return (
    <Button size={size} color="live" loading={busy} onClick={enrol} aria-label={t('seat.enrolIn', { title })}>
      {t('seat.enrol')}
    </Button>
  );
}
