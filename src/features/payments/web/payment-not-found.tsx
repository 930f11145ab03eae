import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** In place of a payment that does not exist or is another person's, which the server does not tell apart. */
export function PaymentNotFound() {
  const { t } = useTranslation('payments');
  return (
    <EmptyState
      titleOrder={1}
      mood="surprised"
      title={t('one.none.title')}
      text={t('one.none.text')}
      action={
        <Button component={Link} to="/membership">
          {t('one.none.toPayments')}
        </Button>
      }
    />
  );
}
