import { randomBytes } from 'node:crypto';

/** Makes a random name that cannot be guessed and holds nothing of the uploaded one: `pictures/9f…3a.webp`. */
export function newFileName(folder: string, ending: string): string {
  return `${folder}/${randomBytes(16).toString('hex')}.${ending}`;
}

/** Whether a name is in the form of `newFileName`; so a path that leads out of the folder is refused. */
export function isFileName(name: string): boolean {
  return /^[a-z]{1,40}\/[0-9a-f]{32}\.[a-z0-9]{1,8}$/.test(name);
}
