import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { withFilter } from '#web/ui/lists/use-address-filters.ts';

/** The empty state of a list that the reader has narrowed, with a button that removes the filters. */
export function NothingFound() {
  const { t } = useTranslation('classes');
  const [, setAddress] = useSearchParams();
  const clear = () =>
    setAddress(
      (before) =>
        ['language', 'kind', 'level', 'tier'].reduce((after, name) => withFilter(after, name, ''), before),
      { replace: true, preventScrollReset: true },
    );
  return (
    <EmptyState
      title={t('filters.nothing')}
      action={
        <Button variant="default" onClick={clear}>
          {t('filters.clear')}
        </Button>
      }
    />
  );
}
