import type { Namespace } from 'i18next';
import { commonRefusals } from '#shared/refusal.ts';
import { dateInWords } from '#shared/time/date-in-words.ts';
import { CallError } from '../api/call-error.ts';
import { i18n } from './i18n.ts';

/**
 * What to tell the person about a failed call, in their language; without a text it is what the server said. After too
 * many attempts it says how long the wait is at most, where that is more than a moment.
 */
export function refusalText(error: unknown): string {
  if (!(error instanceof CallError)) return i18n.t('refusals.http.broken', { ns: 'shell' });
  const { code, message, detail } = error;
  const minutes = Math.ceil(Number(detail?.seconds ?? 0) / 60);
  if (code === commonRefusals.tooMany.code && minutes > 1) {
    return i18n.t('tooManyFor', { ns: 'shell', time: inWords(minutes, i18n.language) });
  }
  return textOfRefusal(code, { defaultValue: message, ...detail });
}

/** `30 minutos`, `24 horas`. */
function inWords(minutes: number, language: string): string {
  const [figure, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(figure);
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
    ...Object.fromEntries(Object.entries(detail ?? {}).map(([name, value]) => [name, dayInWords(value)])),
  });
}

/** A day of the calendar (`yyyy-mm-dd`) as the reader's language writes it; anything else as it is. */
function dayInWords(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return value;
  return dateInWords(value, i18n.language);
}
