import type { TitleOrder } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** The empty state of the notices. */
export function NoNotices({ titleOrder = 2 }: { titleOrder?: TitleOrder }) {
  const { t } = useTranslation('notifications');
  return <EmptyState title={t('page.empty')} text={t('page.emptyText')} titleOrder={titleOrder} />;
}
