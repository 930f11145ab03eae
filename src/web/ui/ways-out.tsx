import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';

/** Two ways out of a page that has nothing to show: to the start, and back to the page before. */
export function WaysOut() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  return (
    <>
      <Button component={Link} to="/" reloadDocument>
        {t('notFound.home')}
      </Button>
      <Button variant="default" onClick={() => navigate(-1)}>
        {t('notFound.back')}
      </Button>
    </>
  );
}
