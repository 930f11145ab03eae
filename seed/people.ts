import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';

export type DemoTeacher = {
  name: string;
  bio: string;
  teaches: readonly LanguageCode[];
  specialties: readonly string[];
  years: number;
  status: 'approved' | 'pending';
};

/** The first one is the teacher whose sign-in the demo offers. */
export const teachers: readonly DemoTeacher[] = [
  {
    name: 'Mariana Cifuentes',
    bio: 'Bogotana. Doce años enseñando inglés a quienes juran que no se les da. En mis clases se habla desde el minuto dos.',
    teaches: ['en', 'es'],
    specialties: ['Conversación', 'Inglés para el trabajo'],
    years: 12,
    status: 'approved',
  },
  {
    name: 'Thiago Moreira',
    bio: 'Soy de Salvador de Bahía y vivo en Medellín. Enseño portugués con canciones, recetas y mucha paciencia.',
    teaches: ['pt'],
    specialties: ['Portugués brasileño', 'Música'],
    years: 6,
    status: 'approved',
  },
  {
    name: 'Camille Rousseau',
    bio: 'Professeure de FLE desde 2014. Preparo el DELF sin dramas y corrijo la pronunciación con cariño.',
    teaches: ['fr'],
    specialties: ['DELF', 'Pronunciación'],
    years: 11,
    status: 'approved',
  },
  {
    name: 'Jonas Weber',
    bio: 'De Leipzig a Guadalajara. El alemán se entiende cuando alguien te explica por qué el verbo se va al final.',
    teaches: ['de', 'en'],
    specialties: ['Gramática', 'Goethe A1-B1'],
    years: 8,
    status: 'approved',
  },
  {
    name: 'Citlali Hernández',
    bio: 'Nahuatlahtoa de la Huasteca. Enseño la lengua de mi abuela a quien quiera escucharla.',
    teaches: ['nah', 'es'],
    specialties: ['Náhuatl de la Huasteca', 'Cultura'],
    years: 9,
    status: 'approved',
  },
  {
    name: 'Seo-yeon Park',
    bio: 'Coreana en Ciudad de México. Empezamos por el hangul y terminamos discutiendo doramas.',
    teaches: ['ko'],
    specialties: ['Hangul desde cero', 'TOPIK I'],
    years: 4,
    status: 'approved',
  },
  {
    name: 'Giulia Ferrante',
    bio: 'Traductora de Nápoles. Quiero abrir clubes de italiano para quienes cocinan.',
    teaches: ['it'],
    specialties: ['Italiano en la cocina'],
    years: 3,
    status: 'pending',
  },
];

export type DemoStudent = {
  name: string;
  country: string;
  zone: string;
  languages: readonly LanguageCode[];
  level: Level;
  tier: 'free' | 'basic' | 'premium' | 'vip';
  kid?: true;
};

const mexico = ['México', 'America/Mexico_City'] as const;
const colombia = ['Colombia', 'America/Bogota'] as const;
const peru = ['Perú', 'America/Lima'] as const;
const argentina = ['Argentina', 'America/Argentina/Buenos_Aires'] as const;
const chile = ['Chile', 'America/Santiago'] as const;
const guatemala = ['Guatemala', 'America/Guatemala'] as const;
const ecuador = ['Ecuador', 'America/Guayaquil'] as const;

/** Forty-eight learners; the first one is the student whose sign-in the demo offers. */
export const students: readonly DemoStudent[] = [
  student('Ximena Robles', mexico, ['en', 'fr'], 'intermediate', 'premium'),
  student('Andrés Felipe Zapata', colombia, ['en'], 'basic', 'free'),
  student('Valentina Quispe', peru, ['en', 'pt'], 'intermediate', 'basic'),
  student('Emiliano Duarte', mexico, ['de'], 'basic', 'free'),
  student('María José Ortega', ecuador, ['en', 'it'], 'advanced', 'vip'),
  student('Tomás Aguirre', chile, ['pt'], 'basic', 'basic'),
  student('Luciana Benedetti', argentina, ['it', 'en'], 'intermediate', 'premium'),
  student('Santiago Mejía', colombia, ['fr'], 'basic', 'free'),
  student('Renata Villaseñor', mexico, ['ko', 'en'], 'basic', 'premium'),
  student('Juan Pablo Ixcot', guatemala, ['en'], 'intermediate', 'free'),
  student('Daniela Ospina', colombia, ['en', 'de'], 'advanced', 'premium'),
  student('Mateo Huamán', peru, ['en'], 'basic', 'free'),
  student('Isabella Cárdenas', mexico, ['fr', 'it'], 'intermediate', 'basic'),
  student('Nicolás Ferreyra', argentina, ['en'], 'intermediate', 'free'),
  student('Sofía Ramírez', mexico, ['en'], 'basic', 'free', 'kid'),
  student('Gabriel Contreras', chile, ['de', 'en'], 'intermediate', 'basic'),
  student('Paula Andrea Rincón', colombia, ['pt', 'en'], 'basic', 'free'),
  student('Diego Armando Cuc', guatemala, ['en'], 'basic', 'free'),
  student('Regina Montes de Oca', mexico, ['nah', 'en'], 'basic', 'basic'),
  student('Alejandro Paredes', ecuador, ['en', 'de'], 'advanced', 'premium'),
  student('Camila Sandoval', chile, ['en', 'ko'], 'intermediate', 'free'),
  student('Sebastián Loaiza', colombia, ['en'], 'basic', 'free'),
  student('Antonia Reyes', chile, ['fr'], 'basic', 'free', 'kid'),
  student('Rodrigo Salvatierra', peru, ['en', 'zh'], 'intermediate', 'basic'),
  student('Jimena Arreola', mexico, ['ja', 'en'], 'basic', 'free'),
  student('Martín Echeverri', colombia, ['it'], 'basic', 'free'),
  student('Abril Domínguez', argentina, ['pt', 'en'], 'intermediate', 'basic'),
  student('Leonardo Chávez', mexico, ['en'], 'intermediate', 'free'),
  student('Fernanda Guerrero', ecuador, ['en', 'fr'], 'basic', 'free'),
  student('Joaquín Medina', argentina, ['de'], 'basic', 'free'),
  student('Natalia Barrientos', guatemala, ['en', 'ko'], 'intermediate', 'basic'),
  student('Samuel Arango', colombia, ['en'], 'basic', 'free', 'kid'),
  student('Carolina Yupanqui', peru, ['en', 'de'], 'advanced', 'premium'),
  student('Maximiliano Torres', mexico, ['ru', 'en'], 'basic', 'free'),
  student('Victoria Lozano', mexico, ['fr', 'en'], 'advanced', 'vip'),
  student('Ignacio Fuentes', chile, ['en'], 'intermediate', 'free'),
  student('Ana Lucía Xoc', guatemala, ['en'], 'basic', 'basic'),
  student('Cristóbal Navarrete', ecuador, ['pt'], 'basic', 'free'),
  student('Mía Fernández', argentina, ['en'], 'basic', 'free', 'kid'),
  student('Julián Restrepo', colombia, ['en', 'pt'], 'intermediate', 'free'),
  student('Ariadna Solís', mexico, ['eo', 'en'], 'intermediate', 'free'),
  student('Bruno Castagnino', argentina, ['en'], 'basic', 'free'),
  student('Elena Mamani', peru, ['fr', 'en'], 'basic', 'basic'),
  student('Óscar Villalobos', mexico, ['en'], 'intermediate', 'free'),
  student('Laura Sofía Peña', colombia, ['ar', 'en'], 'basic', 'free'),
  student('Benjamín Cortés', chile, ['en', 'de'], 'advanced', 'basic'),
  student('Guadalupe Tzompantzi', mexico, ['nah', 'en'], 'advanced', 'basic'),
  student('Rafael Zambrano', ecuador, ['en', 'hi'], 'basic', 'free'),
];

function student(
  name: string,
  [country, zone]: readonly [string, string],
  languages: readonly LanguageCode[],
  level: Level,
  tier: DemoStudent['tier'],
  kid?: 'kid',
): DemoStudent {
  return { name, country, zone, languages, level, tier, ...(kid && { kid: true }) };
}
