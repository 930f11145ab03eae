import { bogota, mexicoCity } from './zones.ts';

/** The two cities where most of the community lives, in every language of the interface. */
const inEveryLanguage: Record<string, Record<string, string>> = {
  [mexicoCity]: {
    es: 'Ciudad de México',
    en: 'Mexico City',
    fr: 'Mexico',
    pt: 'Cidade do México',
    de: 'Mexiko-Stadt',
    ko: '멕시코시티',
    zh: '墨西哥城',
  },
  [bogota]: {
    es: 'Bogotá',
    en: 'Bogotá',
    fr: 'Bogota',
    pt: 'Bogotá',
    de: 'Bogotá',
    ko: '보고타',
    zh: '波哥大',
  },
};

/** Cities whose Spanish name is not the one in the name of their zone. */
const inSpanish: Record<string, string> = {
  'America/Asuncion': 'Asunción',
  'America/Argentina/Cordoba': 'Córdoba',
  'America/Cordoba': 'Córdoba',
  'America/Argentina/Tucuman': 'Tucumán',
  'America/Argentina/Rio_Gallegos': 'Río Gallegos',
  'America/Bahia_Banderas': 'Bahía de Banderas',
  'America/Belem': 'Belém',
  'America/Cancun': 'Cancún',
  'America/Ciudad_Juarez': 'Ciudad Juárez',
  'America/Havana': 'La Habana',
  'America/Los_Angeles': 'Los Ángeles',
  'America/Mazatlan': 'Mazatlán',
  'America/Merida': 'Mérida',
  'America/New_York': 'Nueva York',
  'America/Panama': 'Panamá',
  'America/Port-au-Prince': 'Puerto Príncipe',
  'America/Santo_Domingo': 'Santo Domingo',
  'America/Sao_Paulo': 'São Paulo',
  'America/Toronto': 'Toronto',
  'Africa/Cairo': 'El Cairo',
  'Africa/Algiers': 'Argel',
  'Africa/Tunis': 'Túnez',
  'Asia/Calcutta': 'Calcuta',
  'Asia/Kolkata': 'Calcuta',
  'Asia/Dubai': 'Dubái',
  'Asia/Istanbul': 'Estambul',
  'Asia/Jerusalem': 'Jerusalén',
  'Asia/Seoul': 'Seúl',
  'Asia/Shanghai': 'Shanghái',
  'Asia/Singapore': 'Singapur',
  'Asia/Tokyo': 'Tokio',
  'Asia/Taipei': 'Taipéi',
  'Asia/Tehran': 'Teherán',
  'Atlantic/Canary': 'Canarias',
  'Australia/Sydney': 'Sídney',
  'Europe/Amsterdam': 'Ámsterdam',
  'Europe/Athens': 'Atenas',
  'Europe/Belgrade': 'Belgrado',
  'Europe/Berlin': 'Berlín',
  'Europe/Brussels': 'Bruselas',
  'Europe/Bucharest': 'Bucarest',
  'Europe/Copenhagen': 'Copenhague',
  'Europe/Dublin': 'Dublín',
  'Europe/Istanbul': 'Estambul',
  'Europe/Kiev': 'Kiev',
  'Europe/Kyiv': 'Kiev',
  'Europe/Lisbon': 'Lisboa',
  'Europe/London': 'Londres',
  'Europe/Luxembourg': 'Luxemburgo',
  'Europe/Moscow': 'Moscú',
  'Europe/Paris': 'París',
  'Europe/Prague': 'Praga',
  'Europe/Rome': 'Roma',
  'Europe/Sofia': 'Sofía',
  'Europe/Stockholm': 'Estocolmo',
  'Europe/Vienna': 'Viena',
  'Europe/Warsaw': 'Varsovia',
  'Europe/Zurich': 'Zúrich',
  'Pacific/Easter': 'Isla de Pascua',
  'Pacific/Galapagos': 'Galápagos',
};

/**
 * A zone by its city in a language: `Ciudad de México`, `Nueva York`; without a name of ours, as the zone spells it.
 */
export function zoneCity(zone: string, language: string): string {
  const name = inEveryLanguage[zone]?.[language] ?? (language === 'es' ? inSpanish[zone] : undefined);
  return name ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
