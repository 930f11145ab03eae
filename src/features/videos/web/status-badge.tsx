import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Proposal } from '../contract.ts';

const colours = { pending: 'coins', approved: 'green', rejected: 'red', off: 'gray' } as const;

/** The moderation status of a video. */
export function StatusBadge({ video }: { video: Pick<Proposal, 'status' | 'isActive'> }) {
  const { t } = useTranslation('videos');
  const state = video.status === 'approved' && !video.isActive ? 'off' : video.status;
  return <Badge color={colours[state]}>{t(`states.${state}`)}</Badge>;
}
