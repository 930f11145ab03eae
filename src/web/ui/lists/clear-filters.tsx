import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The way on from a list in which nothing fits its filters. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Button variant="default" onClick={onClear}>
      {t('filters.clear')}
    </Button>
  );
}
