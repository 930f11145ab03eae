import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import type { ManagedClass } from '../../contract.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import type { Act } from './class-menu.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { OfferDialog } from './offer-dialog.tsx';

const SendMessageDialog = lazyDialog(
  async () => (await import('../messages/send-message-dialog.tsx')).SendMessageDialog,
);

/** The dialogs that write to a class, hand over, offer, cancel and delete a class; all closed while `doing` names none of them. */
export function ClassDialogs({
  liveClass,
  doing,
  onClose,
  onDeleted,
}: {
  liveClass: ManagedClass | null;
  doing: Act | null;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const asked = (act: Act) => (doing === act ? liveClass : null);
  return (
    <>
      <SendMessageDialog opened={doing === 'writing'} liveClass={asked('writing')} onClose={onClose} />
      <CancelDialog liveClass={asked('cancelling')} onClose={onClose} />
      <HandOverDialog liveClass={asked('handing-over')} onClose={onClose} />
      <OfferDialog liveClass={asked('offering')} onClose={onClose} />
      <DeleteDialog liveClass={asked('deleting')} onClose={onClose} {...(onDeleted && { onDeleted })} />
    </>
  );
}
