import { ActionIcon, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFlag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { Tooltip } from '#web/ui/overlays/tooltip.tsx';
import type { SubjectKind } from '../rules.ts';

const ReportDialog = lazyDialog(async () => (await import('./report-dialog.tsx')).ReportDialog);

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
  const words = {
    teacher: t('report.teacher'),
    class: t('report.classOpen'),
    name: t('report.nameOpen'),
    'cup-name': t('report.cupNameOpen'),
  };
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
          {kind in words ? words[kind as keyof typeof words] : t('report.open')}
        </Button>
      )}
      <ReportDialog kind={kind} subject={subject} opened={opened} onClose={dialog.close} />
    </>
  );
}
