import { randomBytes } from 'node:crypto';

/** A name that nobody can guess and nothing that was uploaded has a say in: `pictures/9f…3a.webp`. */
export function newFileName(folder: string, ending: string): string {
  return `${folder}/${randomBytes(16).toString('hex')}.${ending}`;
}

/** Whether that could be the name of a file: nothing that leads out of its folder can. */
export function isFileName(name: string): boolean {
  return /^[a-z]{1,40}\/[0-9a-f]{32}\.[a-z0-9]{1,8}$/.test(name);
}
