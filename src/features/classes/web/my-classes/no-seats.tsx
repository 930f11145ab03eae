import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** In place of the reader's own classes, coming or past: the way to those that they can enrol in. */
export function NoSeats({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('classes');
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button component={Link} to={{ search: '?tab=upcoming' }} color="live">
          {t('mine.find')}
        </Button>
      }
    />
  );
}
