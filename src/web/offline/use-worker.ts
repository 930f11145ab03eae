import { useEffect } from 'react';

/** Where the worker is that opens Sumi without a connection and shows push messages. */
export const workerAddress = '/worker.js';

/** How long after it was opened a page has loaded what it shows, also on a slow phone. In milliseconds. */
const quiet = 6000;

/** Lets Sumi be opened without a connection, once a person has stayed for a moment. */
export function useWorker(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Refused where a browser has workers switched off, and on addresses without TLS: there it stays a web page.
      navigator.serviceWorker?.register(workerAddress).catch(() => {});
    }, quiet);
    return () => clearTimeout(timer);
  }, []);
}
