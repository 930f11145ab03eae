import type { ReactNode } from 'react';
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
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeOnClickOutside={!keep} closeOnEscape={!keep}>
      {children}
    </Modal>
  );
}
