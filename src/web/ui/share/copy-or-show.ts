import { toastText } from '../toasts/toast.ts';

/**
 * Copies a text; true when it is copied. Browsers inside other programs refuse, and have no clipboard on plain HTTP:
 * then a toast with the title `failed` shows the text, to be copied by hand.
 */
export async function copyOrShow(text: string, failed: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toastText(failed, text);
    return false;
  }
}
