import type { Namespace } from 'i18next';
import { CallError } from '../api/call-error.ts';
import { i18n } from './i18n.ts';

/** What to tell the person about a failed call, in their language; without a text it is what the server said. */
export function refusalText(error: unknown): string {
  if (!(error instanceof CallError)) return i18n.t('refusals.http.broken', { ns: 'shell' });
  return textOfRefusal(error.code, { defaultValue: error.message, ...error.detail });
}

/**
 * The text of a refusal by its code: `coins/too-few` is looked up as `refusals.coins.too-few` in the texts of `coins`
 * (the reasons that belong to no feature, in the frame's), with the refusal's detail to fill it in.
 */
export function textOfRefusal(code: string, detail?: Record<string, unknown>): string {
  const feature = code.split('/')[0] ?? '';
  return i18n.t(`refusals.${code.replaceAll('/', '.')}`, {
    ns: [feature, 'shell'] as Namespace,
    defaultValue: code,
    ...detail,
  });
}
