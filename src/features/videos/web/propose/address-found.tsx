import { Group, Loader, Text } from '@mantine/core';
import { IconBrandInstagram, IconBrandTiktok, IconBrandYoutube } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VideoAddress } from '../../rules.ts';
import { VideoPoster } from '../video-poster.tsx';
import classes from './address-found.module.css';

const icons = { youtube: IconBrandYoutube, tiktok: IconBrandTiktok, instagram: IconBrandInstagram };

/** The video that a pasted address names. */
export function AddressFound({ video, looking }: { video: VideoAddress; looking: boolean }) {
  const { t } = useTranslation('videos');
  const Icon = icons[video.source];
  return (
    <Group gap="md" wrap="nowrap" role="status">
      <span className={classes.picture}>
        <VideoPoster key={video.sourceUrl} video={video} eager />
      </span>
      <div className={classes.words}>
        <Group gap="xs" wrap="nowrap">
          <Icon size="1.25rem" aria-hidden />
          <Text fw={700}>{t(`sources.${video.source}`)}</Text>
          {looking && <Loader size="xs" aria-hidden />}
        </Group>
        <Text size="sm" c="dimmed" truncate>
          {video.sourceUrl.replace('https://www.', '')}
        </Text>
      </div>
    </Group>
  );
}
