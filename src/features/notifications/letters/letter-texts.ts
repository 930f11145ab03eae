import type { Locale } from '#shared/locales.ts';
import de from '../mail-texts/de.json' with { type: 'json' };
import en from '../mail-texts/en.json' with { type: 'json' };
import es from '../mail-texts/es.json' with { type: 'json' };
import fr from '../mail-texts/fr.json' with { type: 'json' };
import ko from '../mail-texts/ko.json' with { type: 'json' };
import pt from '../mail-texts/pt.json' with { type: 'json' };
import zh from '../mail-texts/zh.json' with { type: 'json' };

/** What stands around the notices in a letter, in the languages of the interface. */
export const letterTexts = { es, en, fr, pt, de, ko, zh } satisfies Record<Locale, typeof es>;
