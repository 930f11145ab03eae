import type { Scene } from './scene.ts';
import { enActually } from './scenes/en-actually.ts';
import { enAnimals } from './scenes/en-animals.ts';
import { enForSince } from './scenes/en-for-since.ts';
import { enHeadlines } from './scenes/en-headlines.ts';
import { enMakeDo } from './scenes/en-make-do.ts';
import { enRecord } from './scenes/en-record.ts';
import { enRunOutOf } from './scenes/en-run-out-of.ts';
import { enThSound } from './scenes/en-th-sound.ts';

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
};
