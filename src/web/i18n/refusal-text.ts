import { CallError } from '../api/call-error.ts';
import { i18n } from './i18n.ts';

/**
 * What to tell the person about a failed call, in their language. `coins/too-few` is looked up as
 * `refusals.coins.too-few` in the texts of `coins` (the reasons that belong to no feature, in the frame's), with
 * the refusal's detail to fill it in; without a translation it is what the server said.
 */
export function refusalText(error: unknown): string {
  if (!(error instanceof CallError)) return i18n.t('refusals.http.broken', { ns: 'shell' });
  const feature = error.code.split('/')[0] ?? '';
  return i18n.t(refusalKey(error.code), {
    ns: [feature, 'shell'],
    defaultValue: error.message,
    ...error.detail,
  });
}

/** The key of a refusal's text: `refusals.classes.full` for `classes/full`. */
export function refusalKey(code: string): string {
  return `refusals.${code.replaceAll('/', '.')}`;
}
