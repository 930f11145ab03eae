import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { useFreshState } from '#web/ui/dialogs/use-fresh-state.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { reportContent } from '../contract.ts';
import { needsWords, type ReportReason, reasonsFor, type SubjectKind } from '../rules.ts';

/** Asks what is wrong with a thing, and reports it. */
export function ReportDialog({
  kind,
  subject,
  opened,
  onClose,
}: {
  kind: SubjectKind;
  subject: string;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('reports');
  const [reason, setReason] = useFreshState<ReportReason | null>(opened, null);
  const [isMissing, setMissing] = useFreshState(opened, false);
  const report = useMutation({
    mutationFn: (body: { reason: ReportReason; words: string | null }) =>
      call(reportContent, { body: { kind, subject, ...body } }),
    onSuccess() {
      toastSuccess(t('report.sent'), t('report.sentText'));
      onClose();
    },
    onError: (error) => toastFailure(error, t('report.failed')),
  });
  const isOther = reason !== null && needsWords(reason);
  return (
    <ReasonDialog
      question={
        opened
          ? {
              title: t('report.title'),
              text: t('report.text'),
              confirmLabel: t('report.send'),
              label: t(isOther ? 'report.words' : 'report.wordsOptional'),
              missing: isOther ? t('report.wordsMissing') : undefined,
              children: (
                <Radio.Group
                  label={t('report.reason')}
                  value={reason}
                  error={isMissing && !reason && t('report.reasonMissing')}
                  onChange={(chosen) => setReason(chosen as ReportReason)}
                >
                  <Stack gap="xs" mt="xs">
                    {reasonsFor(kind).map((each) => (
                      <Radio key={each} value={each} label={t(`reasons.${each}`)} />
                    ))}
                  </Stack>
                </Radio.Group>
              ),
            }
          : null
      }
      busy={report.isPending}
      onConfirm={(words) => {
        if (reason) report.mutate({ reason, words: words || null });
        else setMissing(true);
      }}
      onClose={onClose}
    />
  );
}
