import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import type { Absence } from '../../contract.ts';

const SayWhyDialog = lazyDialog(async () => (await import('./say-why-dialog.tsx')).SayWhyDialog);

/** That the reader missed a club or left it late, whether it counts, and the way to say why. */
export function OwnAbsence({
  classId,
  title,
  absence,
  asked = false,
  heading,
}: {
  classId: string;
  /** The title of the club. */
  title: string;
  absence: Absence;
  /** Opens the dialog at once, where there is something to say. */
  asked?: boolean;
  /** What happened, where a list names the club. */
  heading?: string;
}) {
  const { t } = useTranslation('classes');
  const [open, setOpen] = useState(asked && !absence.excused);
  const { how, reason, words, excused } = absence;
  return (
    <Group justify="space-between" gap="xs">
      {/* A narrow card has no room for the button beside the words. */}
      <Stack gap={0} flex="1 1 14rem" miw={0}>
        <Text size="sm" fw={heading ? 700 : undefined}>
          {heading ?? t(`absences.how.${how}`)}
        </Text>
        <Text size="sm" c="dimmed">
          {[
            heading && t(`absences.how.${how}`),
            reason && t(`absences.reasons.${reason}`),
            words,
            t(excused ? 'absences.excused' : 'absences.counts'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
      {!excused && (
        <Button
          size="sm"
          variant="default"
          flex="none"
          onClick={() => setOpen(true)}
          aria-label={t('absences.why.openFor', { title })}
        >
          {t('absences.why.open')}
        </Button>
      )}
      <SayWhyDialog
        classId={classId}
        title={title}
        absence={absence}
        opened={open}
        onClose={() => setOpen(false)}
      />
    </Group>
  );
}
