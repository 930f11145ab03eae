import { useTranslation } from 'react-i18next';
import { pageMeta } from './page-meta.ts';
import { EmptyState } from './ui/empty-state.tsx';
import { WaysOut } from './ui/ways-out.tsx';

export const meta = () => pageMeta('404');

export default function NotFoundPage() {
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
