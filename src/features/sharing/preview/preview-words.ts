import type { Locale } from '#shared/locales.ts';
import de from '../preview-texts/de.json' with { type: 'json' };
import en from '../preview-texts/en.json' with { type: 'json' };
import es from '../preview-texts/es.json' with { type: 'json' };
import fr from '../preview-texts/fr.json' with { type: 'json' };
import ko from '../preview-texts/ko.json' with { type: 'json' };
import pt from '../preview-texts/pt.json' with { type: 'json' };
import zh from '../preview-texts/zh.json' with { type: 'json' };

/** The words of previews, which the server writes and draws. */
export const previewWords = { es, en, fr, pt, de, ko, zh } satisfies Record<Locale, typeof es>;

/** `Con Ana` of `Con {{name}}`. */
export function filled(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}
