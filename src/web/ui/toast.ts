import { notifications } from '@mantine/notifications';
import { i18n } from '../i18n/i18n.ts';
import { refusalText } from '../i18n/refusal-text.ts';

/** Says that something worked. */
export function toastSuccess(title: string, message = ''): void {
  show({ title, message, color: 'green' });
}

/** Says that something did not work, and the error's own reason. */
export function toastFailure(error: unknown, title: string = i18n.t('toast.failure', { ns: 'shell' })): void {
  toastError(title, refusalText(error));
}

/** Says that something did not work, in the caller's words. */
export function toastError(title: string, message = ''): void {
  show({ title, message, color: 'red', role: 'alert' });
}

/** Says something worth knowing. */
export function toastNews(title: string, message = ''): void {
  show({ title, message, color: 'feed' });
}

function show(toast: Parameters<typeof notifications.show>[0]): void {
  notifications.show({
    ...toast,
    closeButtonProps: { 'aria-label': i18n.t('dialog.close', { ns: 'shell' }) },
  });
}
