import type { Level } from '#shared/levels.ts';

/** The languages of a certificate: those whose letters its typeface has. */
export const paperLocales = ['es', 'en', 'fr', 'pt', 'de'] as const;
export type PaperLocale = (typeof paperLocales)[number];

/** The reader's language when the typeface has its letters, else English. */
export function paperLocaleFor(locale: string): PaperLocale {
  return paperLocales.find((each) => each === locale) ?? 'en';
}

type Words = {
  title: string;
  says: string;
  level: Record<Level, string>;
  date: string;
  vouchedBy: string;
  /** In place of a name that the paper has no letters for: its page shows it. */
  nameOnPage: string;
  verify: string;
};

/** The words of a certificate. The server draws it and cannot read the interface's texts. */
export const certificateWords: Record<PaperLocale, Words> = {
  es: {
    title: 'Certificado de nivel',
    says: 'Este certificado se otorga a',
    level: { basic: 'Nivel principiante', intermediate: 'Nivel intermedio', advanced: 'Nivel avanzado' },
    date: 'Fecha',
    vouchedBy: 'Lo avala',
    nameOnPage: 'El nombre está en la página de abajo',
    verify: 'Comprueba este certificado en',
  },
  en: {
    title: 'Certificate of level',
    says: 'This certificate is awarded to',
    level: { basic: 'Beginner level', intermediate: 'Intermediate level', advanced: 'Advanced level' },
    date: 'Date',
    vouchedBy: 'Vouched for by',
    nameOnPage: 'The name is on the page below',
    verify: 'Check this certificate at',
  },
  fr: {
    title: 'Certificat de niveau',
    says: 'Ce certificat est décerné à',
    level: { basic: 'Niveau débutant', intermediate: 'Niveau intermédiaire', advanced: 'Niveau avancé' },
    date: 'Date',
    vouchedBy: 'Attesté par',
    nameOnPage: 'Le nom figure sur la page ci-dessous',
    verify: 'Vérifie ce certificat sur',
  },
  pt: {
    title: 'Certificado de nível',
    says: 'Este certificado é concedido a',
    level: { basic: 'Nível iniciante', intermediate: 'Nível intermediário', advanced: 'Nível avançado' },
    date: 'Data',
    vouchedBy: 'Atestado por',
    nameOnPage: 'O nome está na página abaixo',
    verify: 'Confira este certificado em',
  },
  de: {
    title: 'Niveau-Zertifikat',
    says: 'Dieses Zertifikat erhält',
    level: { basic: 'Anfänger', intermediate: 'Mittelstufe', advanced: 'Fortgeschritten' },
    date: 'Datum',
    vouchedBy: 'Bestätigt von',
    nameOnPage: 'Der Name steht auf der Seite unten',
    verify: 'Dieses Zertifikat prüfen unter',
  },
};
