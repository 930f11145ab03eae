import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

export function BackToAuth() {
  const { t } = useTranslation('accounts');
  return (
    <Anchor component={Link} to="/auth" ta="center" py="sm">
      {t('reset.back')}
    </Anchor>
  );
}
