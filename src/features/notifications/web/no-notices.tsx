import type { TitleOrder } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Nothing was told yet. */
export function NoNotices({ titleOrder = 2 }: { titleOrder?: TitleOrder }) {
  const { t } = useTranslation('notifications');
  return <EmptyState title={t('page.empty')} text={t('page.emptyText')} titleOrder={titleOrder} />;
}
