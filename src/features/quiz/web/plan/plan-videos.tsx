import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PersonalPlan } from '../../contract.ts';
import classes from './plan-result.module.css';

/** Videos to start with: thumbnail, where there is one, title and topics; each leads to its place in the feed. */
export function PlanVideos({ videos }: { videos: PersonalPlan['videos'] }) {
  const { t } = useTranslation(['quiz', 'videos']);
  if (videos.length === 0) return <Text c="dimmed">{t('plan.result.noVideos')}</Text>;
  return (
    <ul className={classes.videos}>
      {videos.map(({ id, title, topics, thumbnailUrl }) => (
        <li key={id} className={classes.video}>
          <div className={classes.picture}>
            {thumbnailUrl && <img src={thumbnailUrl} alt="" loading="lazy" decoding="async" />}
          </div>
          <Text fw={700} className={classes.words}>
            <Link to={`/feed?video=${id}`} className={classes.whole}>
              {title}
            </Link>
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
