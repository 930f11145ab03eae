import { i18n } from '../../i18n/i18n.ts';
import { toastFailure } from '../toasts/toast.ts';

/** Tells a person who opened a dialog or a menu that its code could not be fetched. */
export function toastMissingPart(error: unknown): void {
  toastFailure(error, i18n.t('error.title', { ns: 'shell' }));
}
