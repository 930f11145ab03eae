import { dictionary } from '@zxcvbn-ts/language-common';

/** The most common first. They stay on the server: a browser would have to fetch them all to know one. */
const mostCommon = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** Whether it is one of the ten thousand passwords people choose most, however it is capitalised. */
export function isCommonPassword(password: string): boolean {
  return mostCommon.has(password.toLowerCase());
}

/** What a stranger tries first here, beside what is common everywhere. */
const productWords = ['sumincoins', 'sumicoins', 'sumicoin', 'sumi'];

/** With fewer other letters and digits a word is guessed with its endings: a year, a name, `123`. */
const fewestOthers = 6;

/** Whether a password is hardly more than words of the product or of the address that the community has. */
export function isCommunityWord(password: string, appUrl: string): boolean {
  const given = password.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const ofAddress = new URL(appUrl).hostname.split(/[.-]/).filter((word) => /^\p{L}{4,}$/u.test(word));
  const others = [...productWords, ...ofAddress].reduce((rest, word) => rest.replaceAll(word, ''), given);
  return others !== given && others.length < fewestOthers;
}
