import { useEffect } from 'react';
import { pageAtRest } from '#web/page-at-rest.ts';

/**
 * Turns push messages on again in this browser for the person whose session has opened, where they had turned them on
 * before. Quietly, late, and each time that Sumi is opened, because the server forgets a browser with its session.
 */
export function useResumedPush(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined || !('Notification' in window) || Notification.permission !== 'granted') return;
    let left = false;
    const resume = async () => {
      await pageAtRest();
      if (left) return;
      const { resumePush } = await import('./device-push.ts');
      await resumePush(userId);
    };
    // One that failed is repeated when Sumi is opened again, and by the page of choices.
    resume().catch(() => {});
    return () => {
      left = true;
    };
  }, [userId]);
}
