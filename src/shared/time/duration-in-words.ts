import { formatLocale } from '../formats/format-locale.ts';

/** Minutes as a language says them: `45 min`, `12 h`, `12 h 30 min`. No figure stands apart from its unit. */
export function durationInWords(minutes: number, language: string): string {
  const say = (figure: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(formatLocale(language), {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      useGrouping: 'always',
    }).format(figure);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [
    ...(hours > 0 ? [say(hours, 'hour')] : []),
    ...(rest > 0 || hours === 0 ? [say(rest, 'minute')] : []),
  ];
  return parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' ');
}
