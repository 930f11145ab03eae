import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { ModerationRow } from '../../contract.ts';
import { useDecision } from './moderation-queries.ts';

/** Asks why before a video is rejected: whoever proposed it reads that. Closed while there is none. */
export function RejectDialog({
  video,
  onClose,
  onDecided,
}: {
  video: ModerationRow | null;
  onClose: () => void;
  onDecided: () => void;
}) {
  const { t } = useTranslation('videos');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const close = () => {
    setReason('');
    setMissing(false);
    onClose();
  };
  const decision = useDecision(() => {
    close();
    onDecided();
  });
  return (
    <ConfirmDialog
      opened={video !== null}
      title={t('moderation.rejectTitle')}
      text={t(video?.proposedBy ? 'moderation.rejectText' : 'moderation.rejectOwnText')}
      confirmLabel={t('moderation.reject')}
      danger
      busy={decision.isPending}
      onConfirm={() => {
        const given = reason.trim();
        setMissing(given === '');
        if (video && given) decision.mutate({ video, from: video.status, to: 'rejected', reason: given });
      }}
      onClose={close}
    >
      <Textarea
        label={t('moderation.reason')}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        value={reason}
        error={missing && t('moderation.reasonMissing')}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
