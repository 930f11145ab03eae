import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { FillShellSlot } from '#web/shell/shell-slot.tsx';
import { timesLeft } from '../rules.ts';
import { todayQuery } from './queries.ts';

/** Around the feed, whose finish line leaves room for how many videos still give coins today. */
export default function LeftPart() {
  return (
    <>
      <FillShellSlot name="end">
        <VideosLeft />
      </FillShellSlot>
      <Outlet />
    </>
  );
}

/**
 * Asked on arrival: the videos before the finish line have changed it. Where videos give no coins, there is nothing to
 * say.
 */
function VideosLeft() {
  const { t } = useTranslation('today');
  const { data } = useQuery({ ...todayQuery, staleTime: 0 });
  if (!data?.coins?.videos || data.coins.resumesOn) return null;
  const left = timesLeft(data.coins.videos);
  if (left === null) return null;
  return (
    <Text ta="center" fw={600}>
      {left > 0 ? t('left.videos', { count: left }) : t('left.none')}
    </Text>
  );
}
