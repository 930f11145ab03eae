import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Why a form was refused, beside its button and read out when it appears. */
export function FormError({ error }: { error: string | null }) {
  const { t } = useTranslation('accounts');
  if (error === null) return null;
  return (
    <Alert color="red" title={t('failure')} role="alert">
      {error}
    </Alert>
  );
}
