import type { LanguageCode } from '#shared/languages.ts';

export type PastClass = {
  title: string;
  description: string;
  kind: 'class' | 'club';
  teacher: string;
  language: LanguageCode;
  daysAgo: number;
  time: string;
  /** The number of enrolled students, and how many of them were absent. */
  seats: number;
  absent: number;
  reviews?: readonly { rating: number; words: string; mayQuote?: true }[];
};

/** The classes of the last four weeks: a hundred enrolments, eighty-seven of them attended. */
export const pastClasses: readonly PastClass[] = [
  {
    title: 'Entrevistas en inglés sin sudar',
    description: 'Las diez preguntas de siempre, y respuestas que suenan a ti.',
    kind: 'class',
    teacher: 'Mariana Cifuentes',
    language: 'en',
    daysAgo: 2,
    time: '18:00',
    seats: 10,
    absent: 1,
    reviews: [
      {
        rating: 5,
        words: 'Mariana me hizo repetir mi presentación hasta que sonó natural. Conseguí el trabajo.',
        mayQuote: true,
      },
      { rating: 5, words: 'La hora se fue volando. Ya quiero la siguiente.', mayQuote: true },
    ],
  },
  {
    title: 'Small talk: hablar de nada con gusto',
    description: 'Elevadores, filas y cumpleaños ajenos.',
    kind: 'club',
    teacher: 'Jonas Weber',
    language: 'en',
    daysAgo: 4,
    time: '20:30',
    seats: 10,
    absent: 2,
    reviews: [
      { rating: 4, words: 'Divertido y útil. Me hubiera gustado un poco más de tiempo.', mayQuote: true },
    ],
  },
  {
    title: 'Phrasal verbs que sí se oyen',
    description: 'Doce, ni uno más, y todos en una historia.',
    kind: 'class',
    teacher: 'Mariana Cifuentes',
    language: 'en',
    daysAgo: 7,
    time: '18:00',
    seats: 10,
    absent: 1,
    reviews: [{ rating: 5, words: 'Por fin los entiendo sin tabla ni lista.', mayQuote: true }],
  },
  {
    title: 'Escuchar acentos: Irlanda, India y Jamaica',
    description: 'Audios cortos, muchas risas y cero subtítulos.',
    kind: 'class',
    teacher: 'Jonas Weber',
    language: 'en',
    daysAgo: 11,
    time: '19:00',
    seats: 10,
    absent: 2,
  },
  {
    title: 'Cuéntame tu semana',
    description: 'Pasado simple con anécdotas de verdad.',
    kind: 'club',
    teacher: 'Mariana Cifuentes',
    language: 'en',
    daysAgo: 14,
    time: '08:00',
    seats: 10,
    absent: 0,
  },
  {
    title: 'Debate: ¿oficina o casa?',
    description: 'Dos equipos, un cronómetro y ganas de llevar la contraria.',
    kind: 'club',
    teacher: 'Jonas Weber',
    language: 'en',
    daysAgo: 18,
    time: '20:30',
    seats: 10,
    absent: 2,
  },
  {
    title: 'Correos que se contestan',
    description: 'Asunto, primera línea y despedida.',
    kind: 'class',
    teacher: 'Mariana Cifuentes',
    language: 'en',
    daysAgo: 23,
    time: '18:00',
    seats: 10,
    absent: 1,
  },
  {
    title: 'Apéro français: la rentrée',
    description: 'Brindamos (con lo que tengas) y hablamos de empezar de nuevo.',
    kind: 'club',
    teacher: 'Camille Rousseau',
    language: 'fr',
    daysAgo: 5,
    time: '19:30',
    seats: 6,
    absent: 1,
    reviews: [
      {
        rating: 5,
        words: 'Hablé francés una hora entera sin darme cuenta. Camille corrige con un cariño increíble.',
        mayQuote: true,
      },
    ],
  },
  {
    title: 'Les nombres et les prix',
    description: 'Setenta, ochenta, noventa: sobrevivimos juntas.',
    kind: 'class',
    teacher: 'Camille Rousseau',
    language: 'fr',
    daysAgo: 16,
    time: '19:30',
    seats: 6,
    absent: 1,
  },
  {
    title: 'Receita do dia: pão de queijo',
    description: 'Cocinamos en portugués, cada quien en su cocina.',
    kind: 'club',
    teacher: 'Thiago Moreira',
    language: 'pt',
    daysAgo: 6,
    time: '20:00',
    seats: 6,
    absent: 1,
    reviews: [{ rating: 5, words: 'Quedaron quemados y fue la mejor clase del mes.' }],
  },
  {
    title: 'Bossa nova, verso por verso',
    description: 'Escuchamos, entendemos y cantamos bajito.',
    kind: 'class',
    teacher: 'Thiago Moreira',
    language: 'pt',
    daysAgo: 20,
    time: '20:00',
    seats: 6,
    absent: 0,
  },
  {
    title: 'Hangul en una tarde',
    description: 'Entras sin leer nada y sales leyendo letreros.',
    kind: 'class',
    teacher: 'Seo-yeon Park',
    language: 'ko',
    daysAgo: 9,
    time: '17:00',
    seats: 3,
    absent: 1,
    reviews: [{ rating: 4, words: 'Muy clara. Llevo la tabla pegada al refrigerador.', mayQuote: true }],
  },
  {
    title: 'Pedir en un restaurante coreano',
    description: 'De la puerta a la cuenta, con reverencias incluidas.',
    kind: 'club',
    teacher: 'Seo-yeon Park',
    language: 'ko',
    daysAgo: 25,
    time: '17:00',
    seats: 3,
    absent: 0,
  },
];
