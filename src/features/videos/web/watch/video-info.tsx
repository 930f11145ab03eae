import { ActionIcon, Badge, Group, Text, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconEyeOff } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { ReportButton } from '#features/reports/web/report-button.tsx';
import { languageInSentence, languageName } from '#shared/language-name.ts';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import type { VideoRow } from '../../contract.ts';
import classes from './video-info.module.css';

/**
 * The caption of a video: why the student sees it, level, topics, title and description. The clip gets the room: a
 * button shows what is cut off of the words, or left out on a short screen.
 */
export const VideoInfo = memo(function VideoInfo({
  video,
  whole,
  onWhole,
  onDismiss,
}: {
  video: VideoRow;
  /** All of its words are shown. */
  whole: boolean;
  onWhole: (whole: boolean) => void;
  /** The student is not interested; given in the feed. */
  onDismiss?: (() => void) | undefined;
}) {
  const { t, i18n } = useTranslation('videos');
  const { account } = useAccount();
  const { language } = video;
  const isLearned = account?.languages.includes(language);
  const reason = video.reason ?? (isLearned ? { kind: 'language' as const, topic: null } : null);
  const inSentence = languageInSentence(language, i18n.language);
  return (
    <div className={classes.info} data-whole={whole || undefined}>
      <Group gap="xs" wrap="nowrap" className={classes.facts}>
        <LanguageFlag language={language} size="sm" />
        <span className={classes.fact}>
          {reason
            ? t(`reasons.${reason.kind}`, {
                language: reason.kind === 'level' ? languageName(language, i18n.language) : inSentence,
                topic: reason.topic && t(`topics.${reason.topic}`),
              })
            : languageName(language, i18n.language)}
          {'\u00a0· '}
          {t(`levels.${video.level}`)}
        </span>
        {video.hasSubtitles && !video.captionsUrl && <Badge color="feed">{t('player.hasSubtitles')}</Badge>}
        {video.isSponsored && (
          <Badge color="coins" variant="filled" className={classes.sponsored}>
            {t('player.sponsored')}
          </Badge>
        )}
        {video.isNew && (
          <Badge color="feed" className={classes.new}>
            {t('new')}
          </Badge>
        )}
        {onDismiss && (
          <Tooltip label={`${t('notInterested.label')} (N)`}>
            <ActionIcon
              variant="transparent"
              color="gray"
              c="inherit"
              size="1.5rem"
              className={classes.report}
              aria-label={t('notInterested.label')}
              aria-keyshortcuts="N"
              data-dismiss
              onClick={onDismiss}
            >
              <IconEyeOff size="1.125rem" aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        <ReportButton
          kind="video"
          subject={video.id}
          title={video.title}
          look="icon"
          className={classes.report}
        />
      </Group>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Title order={2} size="h4" lineClamp={2} className={classes.title}>
          {video.title}
        </Title>
        {(video.description || video.topics.length > 0) && (
          <ActionIcon
            variant="transparent"
            color="gray"
            c="inherit"
            size="1.5rem"
            className={classes.more}
            aria-label={t('wholeCaption')}
            aria-expanded={whole}
            onClick={() => onWhole(!whole)}
          >
            {whole ? (
              <IconChevronDown size="1.125rem" aria-hidden />
            ) : (
              <IconChevronUp size="1.125rem" aria-hidden />
            )}
          </ActionIcon>
        )}
      </Group>
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
});
