const key = 'sumi.wasSignedIn';

/**
 * Whether somebody was signed in here when the page was last open: only a guess that decides what to show while
 * the server is being asked. The landing page reads the same key before anything is drawn.
 */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(key) === '1';
  } catch {
    return false;
  }
}

export function rememberSession(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to remember.
  }
}
