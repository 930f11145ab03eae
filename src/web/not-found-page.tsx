import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from './ui/empty-state.tsx';

export function meta() {
  return [{ title: '404 · Sumi' }];
}

export default function NotFoundPage() {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      titleOrder={1}
      mood="surprised"
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Button component={Link} to="/">
          {t('notFound.home')}
        </Button>
      }
    />
  );
}
