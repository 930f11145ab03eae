import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../contract.ts';
import classes from './plan-result.module.css';

/** Videos to start with: thumbnail, where there is one, title and topics. */
export function PlanVideos({ videos }: { videos: Plan['videos'] }) {
  const { t } = useTranslation(['quiz', 'videos']);
  if (videos.length === 0) return <Text c="dimmed">{t('plan.result.noVideos')}</Text>;
  return (
    <ul className={classes.videos}>
      {videos.map(({ id, title, topics, thumbnailUrl }) => (
        <li key={id}>
          <div className={classes.picture}>
            {thumbnailUrl && <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" />}
          </div>
          <Text fw={700} className={classes.words}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {topics
              .slice(0, 2)
              .map((topic) => t(`videos:topics.${topic}`))
              .join(' · ')}
          </Text>
        </li>
      ))}
    </ul>
  );
}
