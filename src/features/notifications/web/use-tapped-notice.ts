import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Goes to what a tapped push message is about, as the worker says (`public/worker.js`), and answers it. By the router,
 * which keeps the page, and asks first where typed text would be lost.
 */
export function useTappedNotice(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const { serviceWorker } = navigator;
    const open = ({ data, ports }: MessageEvent) => {
      ports[0]?.postMessage(true);
      navigate(data.open);
    };
    serviceWorker?.addEventListener('message', open);
    return () => serviceWorker?.removeEventListener('message', open);
  }, [navigate]);
}
