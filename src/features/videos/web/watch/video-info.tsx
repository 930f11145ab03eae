import { Badge, Group, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { ReportButton } from '#features/reports/web/report-button.tsx';
import { languageInSentence, languageName } from '#web/i18n/language-name.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import type { VideoRow } from '../../contract.ts';
import classes from './video-info.module.css';

/** The caption of a video: why the student sees it, level, topics, title and description. */
export function VideoInfo({ video }: { video: VideoRow }) {
  const { t, i18n } = useTranslation('videos');
  const { account } = useAccount();
  const { language } = video;
  return (
    <div className={classes.info}>
      <Group gap="xs" wrap="nowrap" className={classes.facts}>
        <LanguageFlag language={language} size="sm" />
        <span className={classes.fact}>
          {account?.languages.includes(language)
            ? t('because', { language: languageInSentence(language, i18n.language) })
            : languageName(language, i18n.language)}
          {' · '}
          {t(`levels.${video.level}`)}
        </span>
        {video.hasSubtitles && !video.captionsUrl && <Badge color="feed">{t('player.hasSubtitles')}</Badge>}
        {video.isSponsored && (
          <Badge color="coins" variant="filled" className={classes.sponsored}>
            {t('player.sponsored')}
          </Badge>
        )}
        <ReportButton
          kind="video"
          subject={video.id}
          title={video.title}
          look="icon"
          className={classes.report}
        />
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
