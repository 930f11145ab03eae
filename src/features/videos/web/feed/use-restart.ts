import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarDay } from '#shared/time/zones.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';
import { restartFeed } from './feed-place.ts';

/**
 * How a student has the feed read again. Where an app stayed open over night, the page does it by itself as it is
 * shown: no video plays yet, and the list is of the day before.
 */
export function useRestart(): () => void {
  const queryClient = useQueryClient();
  const zone = useReaderZone();
  const today = () => calendarDay(new Date().toISOString(), zone);
  const [readOn, setReadOn] = useState(today);
  const restart = () => {
    setReadOn(today());
    restartFeed(queryClient);
  };
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'visible' && readOn !== today()) restart();
  });
  return restart;
}
