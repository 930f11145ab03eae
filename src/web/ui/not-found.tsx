import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';
import { WaysOut } from './ways-out.tsx';

/** Where there is nothing at an address. */
export function NotFound() {
  const { t } = useTranslation('shell');
  return (
    <EmptyState
      titleOrder={1}
      mood="surprised"
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<WaysOut />}
    />
  );
}
