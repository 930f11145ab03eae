import type { Scene } from './scene.ts';
import { arSalam } from './scenes/ar-salam.ts';
import { deHandschuh } from './scenes/de-handschuh.ts';
import { deVerboSegundo } from './scenes/de-verbo-segundo.ts';
import { enActually } from './scenes/en-actually.ts';
import { enAnimals } from './scenes/en-animals.ts';
import { enForSince } from './scenes/en-for-since.ts';
import { enHeadlines } from './scenes/en-headlines.ts';
import { enMakeDo } from './scenes/en-make-do.ts';
import { enRecord } from './scenes/en-record.ts';
import { enRunOutOf } from './scenes/en-run-out-of.ts';
import { enThSound } from './scenes/en-th-sound.ts';
import { eoMuziko } from './scenes/eo-muziko.ts';
import { esSerEstar } from './scenes/es-ser-estar.ts';
import { frLapin } from './scenes/fr-lapin.ts';
import { frLiaison } from './scenes/fr-liaison.ts';
import { hiNamaste } from './scenes/hi-namaste.ts';
import { itDoppie } from './scenes/it-doppie.ts';
import { jaParticulas } from './scenes/ja-particulas.ts';
import { koHangul } from './scenes/ko-hangul.ts';
import { nahPialli } from './scenes/nah-pialli.ts';
import { ptAGente } from './scenes/pt-a-gente.ts';
import { ptEsquisito } from './scenes/pt-esquisito.ts';
import { ruSaludos } from './scenes/ru-saludos.ts';
import { zhTonos } from './scenes/zh-tonos.ts';

/** Every clip's scene by the clip's slug, which is also its file's name. */
export const scenes: Readonly<Record<string, Scene>> = {
  'en-actually': enActually,
  'en-animals': enAnimals,
  'en-for-since': enForSince,
  'en-headlines': enHeadlines,
  'en-make-do': enMakeDo,
  'en-record': enRecord,
  'en-run-out-of': enRunOutOf,
  'en-th-sound': enThSound,
  'fr-lapin': frLapin,
  'fr-liaison': frLiaison,
  'it-doppie': itDoppie,
  'pt-a-gente': ptAGente,
  'pt-esquisito': ptEsquisito,
  'de-handschuh': deHandschuh,
  'de-verbo-segundo': deVerboSegundo,
  'zh-tonos': zhTonos,
  'ko-hangul': koHangul,
  'ja-particulas': jaParticulas,
  'nah-pialli': nahPialli,
  'ar-salam': arSalam,
  'ru-saludos': ruSaludos,
  'hi-namaste': hiNamaste,
  'eo-muziko': eoMuziko,
  'es-ser-estar': esSerEstar,
};
