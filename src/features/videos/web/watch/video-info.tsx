import { Badge, Group, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#web/i18n/language-name.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import type { VideoRow } from '../../contract.ts';
import classes from './video-info.module.css';

/** What a video teaches: its language, level and topics, its name and a few words. */
export function VideoInfo({ video }: { video: VideoRow }) {
  const { t, i18n } = useTranslation('videos');
  return (
    <div className={classes.info}>
      <Group gap="xs" className={classes.facts}>
        <LanguageFlag language={video.language} size="sm" />
        <span>{languageName(video.language, i18n.language)}</span>
        <span aria-hidden>·</span>
        <span>{t(`levels.${video.level}`, { ns: 'shell' })}</span>
        {video.hasSubtitles && !video.captionsUrl && <Badge color="feed">{t('player.hasSubtitles')}</Badge>}
        {video.isSponsored && (
          <Badge color="coins" variant="filled">
            {t('player.sponsored')}
          </Badge>
        )}
      </Group>
      <Title order={2} size="h4" lineClamp={2}>
        {video.title}
      </Title>
      {video.description && (
        <Text size="sm" className={classes.words}>
          {video.description}
        </Text>
      )}
      <Text size="sm" className={classes.topics}>
        {video.topics.map((topic) => t(`topics.${topic}`)).join(' · ')}
      </Text>
    </div>
  );
}
