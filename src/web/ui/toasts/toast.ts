import type { NotificationData } from '@mantine/notifications';
import { refusalText } from '../../i18n/refusal-text.ts';
import { lazyToastRegion } from './lazy-toast-region.ts';

/** A toast of success. A failure before it, after which the person pressed something, goes. */
export function toastSuccess(title: string, message = ''): void {
  show({ title, message, color: 'green' });
}

/** A toast of failure: what did not work, and the reason of the error. */
export function toastFailure(error: unknown, title: string): void {
  toastError(title, refusalText(error));
}

/**
 * The same of what a page reads by itself, unless a toast gives the reason already: without a network that of what the
 * person did, say, after which lists are read again.
 */
export function toastReadFailure(error: unknown, title: string): void {
  show(failure(title, refusalText(error)), { ofRead: true });
}

/** A toast of failure with the caller's text. */
export function toastError(title: string, message = ''): void {
  show(failure(title, message));
}

const failure = (title: string, message: string) =>
  ({ title, message, color: 'red', role: 'alert' }) as const;

/** A toast of failure with a text to be copied by hand: it stays until it is closed. */
export function toastText(title: string, text: string): void {
  show({ ...failure(title, text), autoClose: false, styles: copiedByHand });
}

const copiedByHand = {
  description: { maxHeight: '30dvh', overflowY: 'auto', whiteSpace: 'pre-wrap', userSelect: 'text' },
} as const;

/** A toast of information. */
export function toastNews(title: string, message = ''): void {
  show({ title, message, color: 'feed' });
}

type Words = NotificationData & { message: string };

function show(toast: Words, { ofRead = false } = {}): void {
  const { title, message, color } = toast;
  const passes = toast.autoClose !== false;
  const reason = color === 'red' && passes ? message : null;
  const words = [color, title, message].join('\n');
  void toasts().then(({ showToast }) => showToast(toast, { words, reason, passes, ofRead }));
}

/** What shows and hides toasts, once there is a place for them. */
export async function toasts() {
  await lazyToastRegion.fetch();
  return lazyToastRegion.part as typeof import('./toast-region.tsx');
}
