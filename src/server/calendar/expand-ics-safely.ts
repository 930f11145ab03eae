import { Worker } from 'node:worker_threads';
import { CalendarError, type ListedEvent, type UnreadableEvent } from './calendar.ts';

type Read = (ListedEvent | UnreadableEvent)[];

/**
 * Runs `expandIcs` in a worker thread and terminates it when it takes too long or too much memory: a text may hold a
 * rule that repeats on a day that never comes. Throws a permanent `CalendarError` for that and for a text that is
 * not a calendar.
 */
export function expandIcsSafely(text: string, from: Date, to: Date, timeoutMs = 5000): Promise<Read> {
  const worker = new Worker(new URL('./expand-ics-worker.ts', import.meta.url), {
    workerData: { text, from, to },
    resourceLimits: { maxOldGenerationSizeMb: 192 },
    // The output of the worker is discarded; its errors arrive as events.
    stdout: true,
    stderr: true,
  });
  return new Promise<Read>((resolve, reject) => {
    const refuse = (why: string) =>
      reject(new CalendarError(`The subscribed calendar: ${why}`, { temporary: false }));
    const late = setTimeout(() => refuse('reading it takes too long'), timeoutMs);
    worker
      .once('message', ({ events }: { events: Read | null }) =>
        events ? resolve(events) : refuse('it is not an iCalendar text'),
      )
      .once('error', () => refuse('reading it takes too much'))
      .once('exit', () => {
        clearTimeout(late);
        refuse('reading it ended early');
      });
  }).finally(() => worker.terminate());
}
