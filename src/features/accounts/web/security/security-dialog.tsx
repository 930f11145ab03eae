import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';

/** A dialog for one setting of signing in. A click outside closes it only where no input would be lost. */
export function SecurityDialog({
  title,
  opened,
  keep = false,
  onClose,
  children,
}: {
  title: string;
  opened: boolean;
  keep?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('shell');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnClickOutside={!keep}
      closeOnEscape={!keep}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {children}
    </Modal>
  );
}
