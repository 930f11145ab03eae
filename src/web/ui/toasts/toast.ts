import type { NotificationData } from '@mantine/notifications';
import { newKey } from '../../api/new-key.ts';
import { i18n } from '../../i18n/i18n.ts';
import { refusalText } from '../../i18n/refusal-text.ts';
import { lazyToastRegion } from './lazy-toast-region.ts';
import { passingToasts } from './passing-toasts.ts';

/** A toast of success. */
export function toastSuccess(title: string, message = ''): void {
  show({ title, message, color: 'green' });
}

/** A toast of failure: what did not work, and the reason of the error. */
export function toastFailure(error: unknown, title: string): void {
  toastError(title, refusalText(error));
}

/** A toast of failure with the caller's text. */
export function toastError(title: string, message = ''): void {
  show({ title, message, color: 'red', role: 'alert' });
}

/** A toast of failure with a text to be copied by hand: it stays until it is closed. */
export function toastText(title: string, text: string): void {
  show({ title, message: text, color: 'red', role: 'alert', autoClose: false, styles: copiedByHand });
}

const copiedByHand = {
  description: { maxHeight: '30dvh', overflowY: 'auto', whiteSpace: 'pre-wrap', userSelect: 'text' },
} as const;

/** A toast of information. */
export function toastNews(title: string, message = ''): void {
  show({ title, message, color: 'feed' });
}

function show(toast: NotificationData): void {
  const id = newKey();
  if (toast.autoClose !== false) passingToasts.add(id);
  void toasts().then(({ notifications }) =>
    notifications.show({
      ...toast,
      id,
      onClose: () => passingToasts.delete(id),
      closeButtonProps: { 'aria-label': i18n.t('dialog.close', { ns: 'shell' }) },
    }),
  );
}

/** The library of toasts, once there is a place for them. */
export async function toasts() {
  const [library] = await Promise.all([import('@mantine/notifications'), lazyToastRegion.fetch()]);
  return library;
}
