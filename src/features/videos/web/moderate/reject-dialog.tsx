import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import type { ModerationRow } from '../../contract.ts';
import { useDecision } from './moderation-queries.ts';

/** Asks for the reason of a rejection, which the proposer reads. Closed without a video. */
export function RejectDialog({ video, onClose }: { video: ModerationRow | null; onClose: () => void }) {
  const { t } = useTranslation('videos');
  const decision = useDecision(onClose);
  return (
    <ReasonDialog
      question={
        video && {
          title: t('moderation.rejectTitle'),
          text: t(video.proposedBy ? 'moderation.rejectText' : 'moderation.rejectOwnText'),
          confirmLabel: t('moderation.reject'),
          danger: true,
          label: t('moderation.reason'),
          missing: t('moderation.reasonMissing'),
        }
      }
      busy={decision.isPending}
      onConfirm={(reason) => video && decision.mutate({ video, from: video.status, to: 'rejected', reason })}
      onClose={onClose}
    />
  );
}
