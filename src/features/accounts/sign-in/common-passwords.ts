import { dictionary } from '@zxcvbn-ts/language-common';

/** The most common first. They stay on the server: a browser would have to fetch them all to know one. */
const mostCommon = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** Whether it is one of the ten thousand passwords people choose most, however it is capitalised. */
export function isCommonPassword(password: string): boolean {
  return mostCommon.has(password.toLowerCase());
}
