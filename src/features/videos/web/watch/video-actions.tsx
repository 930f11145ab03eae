import {
  IconBadgeCc,
  IconBadgeCcFilled,
  IconBookmark,
  IconBookmarkFilled,
  IconChevronDown,
  IconChevronUp,
  IconHeart,
  IconHeartFilled,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoRow } from '../../contract.ts';
import { ActionButton } from './action-button.tsx';
import { takesCaptions } from './embeds.ts';
import { usePlayerSettings } from './player-settings.tsx';

export type Step = 'next' | 'previous';

/** The actions of a video. `tools` are buttons of the page, shown among them. A clip that stops does not draw them. */
export const VideoActions = memo(function VideoActions({
  video,
  hasSound,
  onLike,
  onSave,
  onStep,
  tools,
}: {
  video: VideoRow;
  /** Whether its player takes mute commands. */
  hasSound: boolean;
  onLike: () => void;
  onSave: () => void;
  onStep: (step: Step) => void;
  tools: ReactNode;
}) {
  const { t } = useTranslation('videos');
  const hasCaptions =
    video.source === 'upload'
      ? video.captionsUrl !== null
      : video.hasSubtitles && takesCaptions(video.source);
  const { sound, toggleSound, captions, toggleCaptions } = usePlayerSettings();
  return (
    <>
      <ActionButton
        icon={video.liked ? IconHeartFilled : IconHeart}
        label={t('action.like')}
        shortcut="L"
        pressed={video.liked}
        onClick={onLike}
      />
      <ActionButton
        icon={video.saved ? IconBookmarkFilled : IconBookmark}
        label={t('action.save')}
        shortcut="S"
        pressed={video.saved}
        onClick={onSave}
      />
      {hasSound && (
        <ActionButton
          icon={sound ? IconVolume : IconVolumeOff}
          label={t('action.sound')}
          shortcut="M"
          pressed={sound}
          onClick={toggleSound}
        />
      )}
      {hasCaptions && (
        <ActionButton
          icon={captions ? IconBadgeCcFilled : IconBadgeCc}
          label={t('action.captions')}
          shortcut="C"
          pressed={captions}
          onClick={toggleCaptions}
        />
      )}
      {tools}
      <ActionButton
        icon={IconChevronUp}
        label={t('action.previous')}
        hint={t('action.previousLong')}
        shortcut="ArrowUp"
        data-step="previous"
        onClick={() => onStep('previous')}
      />
      <ActionButton
        icon={IconChevronDown}
        label={t('action.next')}
        hint={t('action.nextLong')}
        shortcut="ArrowDown"
        data-step="next"
        onClick={() => onStep('next')}
      />
    </>
  );
});
