import type { LanguageCode } from '#shared/languages.ts';
import type { Topic } from '#shared/topics.ts';

/**
 * The demo community's own short clips: 720 x 1280, drawn by the package `clip-studio` and kept in `seed/clips/`.
 * The feed shows them beside linked videos (`source` = upload); they play without the internet.
 */
export type Clip = {
  /** Also the name of its scene and its files. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** The language it teaches. */
  readonly language: LanguageCode;
  readonly level: 'basic' | 'intermediate' | 'advanced';
  /** Topic keys of the feed. */
  readonly topics: readonly Topic[];
  readonly seconds: number;
  /** File names inside `seed/clips/`: MP4 (H.264 and AAC), WebP, WebVTT. */
  readonly file: string;
  readonly poster: string;
  readonly captions: string;
  /** The language of the explanations, on screen and in the captions. */
  readonly captionLanguage: 'es' | 'en';
};

type ClipFacts = Omit<Clip, 'file' | 'poster' | 'captions' | 'captionLanguage'> &
  Partial<Pick<Clip, 'captionLanguage'>>;

/** The newest first, in an order that mixes languages. What is for children comes after other clips of its level. */
const clipFacts: readonly ClipFacts[] = [
  {
    slug: 'en-run-out-of',
    title: '«Run out of»: cuando algo se acaba',
    description: 'Se acabó el café. Así se dice en inglés que te quedaste sin algo, en nueve segundos.',
    language: 'en',
    level: 'intermediate',
    topics: ['vocabulary', 'food'],
    seconds: 9,
  },
  {
    slug: 'zh-tonos',
    title: 'Ma, má, mǎ, mà: cuatro tonos del chino',
    description: 'Mamá, cáñamo, caballo o regañar: la melodía decide. Con sonido se entiende mejor.',
    language: 'zh',
    level: 'basic',
    topics: ['pronunciation'],
    seconds: 9,
  },
  {
    slug: 'fr-lapin',
    title: 'En Francia te dejan «un conejo»',
    description: 'Poser un lapin: la expresión para cuando quedan contigo y no llegan.',
    language: 'fr',
    level: 'advanced',
    topics: ['idioms', 'culture'],
    seconds: 10,
  },
  {
    slug: 'en-th-sound',
    title: 'La «th» del inglés sin enredos',
    description: 'Dónde va la lengua en «think» y en «this», y qué las hace distintas.',
    language: 'en',
    level: 'basic',
    topics: ['pronunciation'],
    seconds: 9,
  },
  {
    slug: 'pt-esquisito',
    title: '«Esquisito» no es un elogio',
    description: 'Antes de felicitar al cocinero en Brasil, mira lo que esta palabra quiere decir.',
    language: 'pt',
    level: 'basic',
    topics: ['vocabulary', 'food'],
    seconds: 9,
  },
  {
    slug: 'ko-hangul',
    title: 'Así se arma una sílaba en coreano',
    description: 'Tres letras, un bloque. Y la historia del rey que las inventó para que todos leyeran.',
    language: 'ko',
    level: 'basic',
    topics: ['history', 'culture'],
    seconds: 9,
  },
  {
    slug: 'en-record',
    title: 'RE-cord o re-CORD: cambia el golpe, cambia la palabra',
    description: 'La misma palabra es un disco o es grabar. Todo depende de la sílaba que suena fuerte.',
    language: 'en',
    level: 'advanced',
    topics: ['pronunciation', 'music'],
    seconds: 9,
  },
  {
    slug: 'nah-pialli',
    title: 'Saluda y da las gracias en náhuatl',
    description:
      'Pialli y tlazohcamati, en una lengua que sigue viva en boca de más de 1.6 millones de personas.',
    language: 'nah',
    level: 'basic',
    topics: ['conversation', 'culture', 'history'],
    seconds: 9,
  },
  {
    slug: 'it-doppie',
    title: 'Pala o palla: la doble que se escucha',
    description: 'En italiano una letra de más te cambia la pala por una pelota. Escúchala durar.',
    language: 'it',
    level: 'basic',
    topics: ['pronunciation'],
    seconds: 8,
  },
  {
    slug: 'en-actually',
    title: '«Actually» no es «actualmente»',
    description: 'El falso amigo más traicionero de las juntas en inglés y lo que de verdad quiere decir.',
    language: 'en',
    level: 'intermediate',
    topics: ['vocabulary', 'conversation', 'work'],
    seconds: 9,
  },
  {
    slug: 'de-handschuh',
    title: 'Un zapato para la mano',
    description: 'El alemán arma palabras como bloques: Hand más Schuh. Y la última decide el género.',
    language: 'de',
    level: 'basic',
    topics: ['vocabulary'],
    seconds: 9,
  },
  {
    slug: 'ja-particulas',
    title: 'は y を: las etiquetas del japonés',
    description: 'Quién hace, qué se come y por qué el verbo llega al final, sobre una banda de sushi.',
    language: 'ja',
    level: 'intermediate',
    topics: ['grammar', 'food'],
    seconds: 9,
  },
  {
    slug: 'en-make-do',
    title: '¿«Make» o «do»?',
    description:
      'Cuatro parejas que se aprenden juntas: make a decision, do homework, make a mistake, do the dishes.',
    language: 'en',
    level: 'intermediate',
    topics: ['vocabulary', 'work'],
    seconds: 9,
  },
  {
    slug: 'fr-liaison',
    title: 'La «s» que despierta: les amis',
    description: 'Una letra muda que de pronto suena. Eso es la liaison y hace que tu francés fluya.',
    language: 'fr',
    level: 'basic',
    topics: ['pronunciation'],
    seconds: 8,
  },
  {
    slug: 'hi-namaste',
    title: 'Namasté, letra por letra',
    description:
      'En hindi las letras cuelgan de una línea. Arma con ellas el saludo más conocido de la India.',
    language: 'hi',
    level: 'basic',
    topics: ['culture', 'conversation'],
    seconds: 9,
  },
  {
    slug: 'en-animals',
    title: '¿Cómo ladra un perro en inglés?',
    description: 'Guau, miau y quiquiriquí también se traducen. Para ver con los más chicos.',
    language: 'en',
    level: 'basic',
    topics: ['kids', 'vocabulary'],
    seconds: 9,
  },
  {
    slug: 'ar-salam',
    title: 'El saludo árabe y su respuesta',
    description: 'As-salamu alaikum: qué significa, cómo se contesta y hacia dónde se lee.',
    language: 'ar',
    level: 'basic',
    topics: ['conversation', 'culture'],
    seconds: 9,
  },
  {
    slug: 'pt-a-gente',
    title: '«A gente»: el «nosotros» de la calle',
    description: 'En Brasil somos muchos, pero el verbo va en singular. Vámonos a la playa con a gente vai.',
    language: 'pt',
    level: 'intermediate',
    topics: ['conversation', 'grammar', 'travel'],
    seconds: 9,
  },
  {
    slug: 'en-headlines',
    title: 'Lee titulares en inglés como se debe',
    description: 'Por qué los periódicos escriben en presente lo que ya pasó y se comen los artículos.',
    language: 'en',
    level: 'advanced',
    topics: ['news', 'grammar'],
    seconds: 10,
  },
  {
    slug: 'ru-saludos',
    title: 'Dos formas de decir hola en ruso',
    description: 'Una corta para tus amigos y una larga para el respeto. Ojo con la letra que no suena.',
    language: 'ru',
    level: 'basic',
    topics: ['conversation', 'travel'],
    seconds: 9,
  },
  {
    slug: 'eo-muziko',
    title: 'Una raíz, cuatro palabras en esperanto',
    description: 'Cambia la última letra y la música se vuelve musical, musicalmente o un verbo.',
    language: 'eo',
    level: 'basic',
    topics: ['grammar', 'music'],
    seconds: 9,
  },
  {
    slug: 'de-verbo-segundo',
    title: 'El verbo alemán no se mueve',
    description: 'Cambia el orden como quieras: el verbo se queda clavado en segundo lugar.',
    language: 'de',
    level: 'intermediate',
    topics: ['grammar', 'exams'],
    seconds: 9,
  },
  {
    slug: 'en-for-since',
    title: '«For» y «since» en una sola línea',
    description: 'Since mira el inicio; for mide la duración. Con un dibujo no se te olvida en el examen.',
    language: 'en',
    level: 'intermediate',
    topics: ['grammar', 'exams'],
    seconds: 10,
  },
  {
    slug: 'es-ser-estar',
    title: '«Es verde» o «está verde»',
    description: 'Ser y estar con una manzana, explicado en inglés para quienes aprenden español.',
    language: 'es',
    level: 'intermediate',
    topics: ['grammar'],
    seconds: 9,
    captionLanguage: 'en',
  },
];

export const clips: readonly Clip[] = clipFacts.map((clip) => ({
  captionLanguage: 'es',
  ...clip,
  file: `${clip.slug}.mp4`,
  poster: `${clip.slug}.webp`,
  captions: `${clip.slug}.vtt`,
}));
