import { Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
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
  const [reason, setReason] = useState<ReportReason>('harmful');
  const report = useMutation({
    mutationFn: (words: string) =>
      call(reportContent, { body: { kind, subject, reason, words: words || null } }),
    onSuccess() {
      toastSuccess(t('report.sent'), t('report.sentText'));
      onClose();
    },
    onError: (error) => toastFailure(error, t('report.failed')),
  });
  return (
    <ReasonDialog
      question={
        opened
          ? {
              title: t('report.title'),
              text: t('report.text'),
              confirmLabel: t('report.send'),
              label: t(needsWords(reason) ? 'report.words' : 'report.wordsOptional'),
              missing: needsWords(reason) ? t('report.wordsMissing') : undefined,
              children: (
                <Radio.Group
                  label={t('report.reason')}
                  value={reason}
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
      onConfirm={(words) => report.mutate(words)}
      onClose={onClose}
    />
  );
}
