import { ActionIcon, Button, Radio, Stack, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlag } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { reportContent } from '../contract.ts';
import { needsWords, type ReportReason, reportReasons, type SubjectKind } from '../rules.ts';

/** Reports a thing to the administrators: asks what is wrong with it. */
export function ReportButton({
  kind,
  subject,
  title,
  look,
  className,
}: {
  kind: SubjectKind;
  /** The thing's id. */
  subject: string;
  /** What it is called, for screen readers. */
  title: string;
  look: 'icon' | 'words';
  className?: string | undefined;
}) {
  const { t } = useTranslation('reports');
  const [opened, dialog] = useDisclosure();
  // On a page with one teacher the visible words say it all.
  const name = kind === 'teacher' ? undefined : t(`report.${kind}`, { title });
  const button = { 'aria-label': name, 'aria-haspopup': 'dialog', className, onClick: dialog.open } as const;
  return (
    <>
      {look === 'icon' ? (
        <Tooltip label={t('report.open')}>
          <ActionIcon {...button} variant="transparent" color="gray" c="inherit" size="1.5rem">
            <IconFlag size="1.125rem" aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button
          {...button}
          variant="subtle"
          color="gray"
          size="sm"
          leftSection={<IconFlag size="1.125rem" aria-hidden />}
        >
          {t(kind === 'teacher' ? 'report.teacher' : 'report.open')}
        </Button>
      )}
      <ReportDialog kind={kind} subject={subject} opened={opened} onClose={dialog.close} />
    </>
  );
}

function ReportDialog({
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
                    {reportReasons.map((each) => (
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
