import { storedText } from '#web/stored-text.ts';

const remembered = storedText(() => localStorage, 'sumi.wasSignedIn');

/**
 * Whether a person was signed in here when the page was last open: only a guess that decides what to show while
 * the server is being asked. The landing page reads the same key before anything is drawn.
 */
export function wasSignedIn(): boolean {
  return remembered.read() === '1';
}

export function rememberSession(signedIn: boolean): void {
  if (signedIn) remembered.keep('1');
  else remembered.forget();
}
