import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#web/ui/use-failure-toast.ts';
import { managedClassQuery } from '../queries.ts';
import { ClassDrawer, type DrawerTab } from './class-drawer.tsx';

/** The drawer of the class that the address names. Closed while `id` is null. */
export function OpenClass({
  id,
  zone,
  tab,
  onClose,
}: {
  id: string | null;
  /** The viewer's zone. */
  zone: string;
  tab: DrawerTab;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const { data, error } = useQuery({ ...managedClassQuery(id ?? ''), enabled: id !== null });
  useFailureToast(id !== null && !data ? error : null, t('admin.classFailed'));
  return (
    <ClassDrawer liveClass={id !== null && data ? data : undefined} zone={zone} tab={tab} onClose={onClose} />
  );
}
