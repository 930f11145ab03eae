import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '#web/api/call-error.ts';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { managedClassQuery } from '../managed-queries.ts';
import { ClassDrawer, type DrawerTab } from './class-drawer.tsx';

/**
 * The drawer of the class that the address names. It opens before the class is loaded, and is closed while `id` is
 * null.
 */
export function OpenClass({
  id,
  zone,
  tab,
  onTab,
  onClose,
}: {
  id: string | null;
  /** The reader's zone. */
  zone: string;
  tab: DrawerTab;
  onTab: (tab: DrawerTab) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  // The class stays in the drawer while it slides out.
  const shownId = useLast(id);
  const { data, error, refetch } = useQuery({
    ...managedClassQuery(shownId ?? ''),
    enabled: id !== null,
  });

  function instead() {
    if (isRefusal(error, 'http/not-found') || isRefusal(error, 'http/bad-input')) {
      return <EmptyState title={t('open.gone')} text={t('admin.goneText')} titleOrder={3} />;
    }
    if (error) return <ErrorState error={error} title={t('admin.classFailed')} onRetry={refetch} />;
    return <LoadingBlocks heights={['2.75rem', '3rem', '16rem']} />;
  }

  return (
    <ClassDrawer
      opened={id !== null}
      liveClass={data}
      instead={instead()}
      zone={zone}
      tab={tab}
      onTab={onTab}
      onClose={onClose}
    />
  );
}
