import type { LanguageCode } from '#shared/languages.ts';

/** The drop's greeting in each language, shown when it is picked. */
export const hellos: Record<LanguageCode, string> = {
  en: 'Hello!',
  es: '¡Hola!',
  fr: 'Bonjour !',
  it: 'Ciao!',
  pt: 'Olá!',
  de: 'Hallo!',
  zh: '你好！',
  ko: '안녕하세요!',
  ja: 'こんにちは！',
  nah: '¡Niltze!',
  ar: 'مرحبًا!',
  ru: 'Привет!',
  hi: 'नमस्ते!',
  eo: 'Saluton!',
};
