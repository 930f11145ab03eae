import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';

export type DemoClass = {
  title: string;
  description: string;
  teacher: string;
  language: LanguageCode;
  level: Level;
  tier: 'free' | 'basic' | 'premium' | 'vip';
  /** Days from the first day of the demo. */
  inDays: number;
  time: string;
  seats: number;
  /** The number of seats that are taken when the demo begins. */
  taken: number;
  kid?: true;
  /** Clubs only: the topic, then the questions. */
  promptCard?: string;
};

export type Offerable = {
  /** The teacher whom its host has asked to give it. */
  offeredTo?: string;
};

/** Twelve classes over two weeks, inserted once. */
export const classes: readonly (DemoClass & Offerable)[] = [
  {
    title: 'Inglés que sí se usa en el trabajo',
    description: 'Correos, juntas y esa llamada que llevas días posponiendo. Trae un caso tuyo.',
    teacher: 'Mariana Cifuentes',
    language: 'en',
    level: 'intermediate',
    tier: 'basic',
    inDays: 1,
    time: '18:00',
    seats: 12,
    taken: 9,
  },
  {
    title: 'Francés: pedir, preguntar y quejarse con elegancia',
    description: 'Situaciones reales en un café, un taxi y una fila. Hablamos desde el principio.',
    teacher: 'Camille Rousseau',
    language: 'fr',
    level: 'basic',
    tier: 'free',
    inDays: 1,
    time: '19:30',
    seats: 12,
    taken: 5,
  },
  {
    title: 'Alemán A2: el verbo al final, por fin claro',
    description: 'Weil, dass y obwohl sin miedo. Mucha práctica en parejas y una canción.',
    teacher: 'Jonas Weber',
    language: 'de',
    level: 'intermediate',
    tier: 'premium',
    inDays: 2,
    time: '17:00',
    seats: 10,
    taken: 4,
  },
  {
    title: 'Portugués con canciones de Gilberto Gil',
    description: 'Escuchamos, entendemos y cantamos. Vocabulario de Bahía y pronunciación nasal.',
    teacher: 'Thiago Moreira',
    language: 'pt',
    level: 'basic',
    tier: 'free',
    inDays: 2,
    time: '20:00',
    seats: 12,
    taken: 6,
  },
  {
    title: 'Taller de ensayo para IELTS',
    description: 'Estructura, conectores y corrección en vivo de dos textos de la clase.',
    teacher: 'Mariana Cifuentes',
    language: 'en',
    level: 'advanced',
    tier: 'vip',
    inDays: 3,
    time: '18:00',
    seats: 4,
    taken: 2,
  },
  {
    title: 'Inglés para niñas y niños: animales increíbles',
    description: 'Jugamos, dibujamos y contamos la historia de un ajolote. De 8 a 12 años.',
    teacher: 'Mariana Cifuentes',
    language: 'en',
    level: 'basic',
    tier: 'free',
    inDays: 4,
    time: '16:00',
    seats: 8,
    taken: 3,
    kid: true,
  },
  {
    title: 'Náhuatl desde cero: saludos y parentesco',
    description: 'Sonidos, saludos y cómo hablar de la familia. No se necesita saber nada antes.',
    teacher: 'Citlali Hernández',
    language: 'nah',
    level: 'basic',
    tier: 'free',
    inDays: 5,
    time: '11:00',
    seats: 15,
    taken: 2,
  },
  {
    title: 'Coreano: el hangul en una tarde',
    description: 'Sales leyendo tu nombre y el menú de una cafetería. Papel y lápiz a la mano.',
    teacher: 'Seo-yeon Park',
    language: 'ko',
    level: 'basic',
    tier: 'basic',
    inDays: 6,
    time: '10:00',
    seats: 12,
    taken: 3,
  },
  {
    title: 'Conversación en inglés: películas sin subtítulos',
    description: 'Vemos tres escenas cortas y hablamos de lo que entendimos y de lo que no.',
    teacher: 'Jonas Weber',
    language: 'en',
    level: 'advanced',
    tier: 'premium',
    inDays: 8,
    time: '19:00',
    seats: 10,
    taken: 4,
    offeredTo: 'Mariana Cifuentes',
  },
  {
    title: 'DELF B1: la prueba oral, simulacro',
    description: 'Diez minutos cada quien, con comentarios al momento. Cupo pequeño a propósito.',
    teacher: 'Camille Rousseau',
    language: 'fr',
    level: 'advanced',
    tier: 'premium',
    inDays: 9,
    time: '18:30',
    seats: 3,
    taken: 2,
  },
  {
    title: 'Falsos amigos: portugués y español',
    description: 'Esquisito, polvo, apelido. Los errores más divertidos y cómo evitarlos.',
    teacher: 'Thiago Moreira',
    language: 'pt',
    level: 'intermediate',
    tier: 'basic',
    inDays: 11,
    time: '20:00',
    seats: 12,
    taken: 3,
  },
  {
    title: 'Deutsch im Alltag: médico, banco y vecinos',
    description: 'Tres situaciones que asustan y las frases que las resuelven.',
    teacher: 'Jonas Weber',
    language: 'de',
    level: 'basic',
    tier: 'free',
    inDays: 12,
    time: '17:30',
    seats: 12,
    taken: 2,
  },
];

export type DemoClub = Omit<DemoClass, 'inDays' | 'taken'> & {
  /** Its weekday, 0 for Monday to 6 for Sunday. */
  days: readonly number[];
};

export type SoonClub = Omit<DemoClass, 'inDays' | 'time'> & {
  /** Minutes from the start of the demo, rounded up to the next half hour. */
  inMinutes: number;
};

/** Clubs that start soon after the demo does. */
export const clubsSoon: readonly SoonClub[] = [
  {
    title: 'Charla relámpago',
    description: 'Media hora de calentamiento y media de preguntas. En inglés, sin preparar nada.',
    teacher: 'Mariana Cifuentes',
    language: 'en',
    level: 'basic',
    tier: 'free',
    inMinutes: 30,
    seats: 6,
    taken: 3,
  },
  {
    title: 'Sobremesa en francés',
    description: 'Lo que comimos hoy y lo que nos gustaría comer mañana.',
    teacher: 'Camille Rousseau',
    language: 'fr',
    level: 'intermediate',
    tier: 'free',
    inMinutes: 90,
    seats: 6,
    taken: 2,
  },
];

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** Clubs whose turns are added at each start; there is one on each day. */
export const clubs: readonly DemoClub[] = [
  {
    title: 'Speaking Circle',
    description: 'Debatimos una pregunta incómoda con mucha amabilidad.',
    promptCard: 'Is it ever right to lie?\nWhen did a small lie help you?\nWhat would you never lie about?',
    teacher: 'Jonas Weber',
    language: 'en',
    level: 'intermediate',
    tier: 'basic',
    time: '20:30',
    seats: 6,
    days: everyDay,
  },
  {
    title: 'Bate-papo de boteco',
    description: 'Portugués sin corbata: fútbol, comida y chismes.',
    promptCard: 'O melhor prato da sua infância\nQuem cozinhava?\nVocê sabe fazer?',
    teacher: 'Thiago Moreira',
    language: 'pt',
    level: 'intermediate',
    tier: 'free',
    time: '21:00',
    seats: 6,
    days: [0, 1, 3, 4, 5],
  },
];

/** Clubs that are series: the server makes their classes by itself. */
export const repeatingClubs: readonly (DemoClub & Offerable)[] = [
  {
    title: 'English Coffee',
    description: 'Una taza, un tema y seis personas. Hoy: lo mejor de tu semana.',
    promptCard:
      'The best part of your week\nWhat made you smile?\nWho were you with?\nWhat are you looking forward to?',
    teacher: 'Mariana Cifuentes',
    language: 'en',
    level: 'basic',
    tier: 'free',
    time: '08:00',
    seats: 6,
    days: everyDay,
  },
  {
    title: 'Apéro français',
    description: 'Charlamos antes de cenar. Se vale buscar palabras.',
    promptCard: 'Un plat qui te rappelle ton enfance\nQui le préparait ?\nTu sais le faire ?',
    teacher: 'Camille Rousseau',
    language: 'fr',
    level: 'basic',
    tier: 'basic',
    time: '19:00',
    seats: 6,
    days: [0, 2, 4, 6],
    offeredTo: 'Mariana Cifuentes',
  },
  {
    title: 'Stammtisch',
    description: 'La mesa de siempre: noticias de la semana en alemán sencillo.',
    teacher: 'Jonas Weber',
    language: 'de',
    level: 'intermediate',
    tier: 'premium',
    time: '18:00',
    seats: 6,
    days: [1, 3, 4],
  },
];
