import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

type FetchEvent = {
  request: object;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: unknown): void;
};

const workerScript = readFileSync(path.join(import.meta.dirname, '../public/worker.js'), 'utf8');

/** Opens addresses in the worker as it is served; answers what it keeps for when there is no connection. */
async function openInWorker(answers: Record<string, Response>): Promise<string[]> {
  const origin = 'https://sumi.example';
  const kept: string[] = [];
  const work: unknown[] = [];
  let onFetch = (_event: FetchEvent) => {};
  const addEventListener = (name: string, act: typeof onFetch) => {
    if (name === 'fetch') onFetch = act;
  };
  const cache = {
    put: async (name: string, answer: Response) => void kept.push(`${name}: ${await answer.text()}`),
    keys: async () => [],
  };
  const fetchAnswer = async ({ url }: { url: string }) => answers[new URL(url).pathname];
  const globals = { URL, setTimeout: () => 0, caches: { open: async () => cache }, fetch: fetchAnswer };
  runInNewContext(workerScript, { ...globals, self: { location: { origin }, addEventListener } });
  for (const pathname of Object.keys(answers)) {
    const request = { url: `${origin}${pathname}`, method: 'GET', mode: 'navigate' };
    await new Promise<void>((resolve) => {
      let isTaken = false;
      const respondWith = (answer: Promise<Response>) => {
        isTaken = true;
        void answer.then(() => resolve());
      };
      onFetch({ request, respondWith, waitUntil: (given) => void work.push(given) });
      if (!isTaken) resolve();
    });
  }
  await Promise.all(work);
  return kept;
}

const answerOf = (text: string, type: string) => new Response(text, { headers: { 'content-type': type } });

it('the worker keeps a page as the document of all pages, and no answer that is opened by its address', async () => {
  const json = 'application/json';
  expect(
    await openInWorker({
      '/healthz': answerOf('{"ok":true}', json),
      '/later': answerOf('{"of":"a later version"}', json),
      '/classes': answerOf('a page', 'text/html; charset=UTF-8'),
    }),
  ).toEqual(['/shell: a page']);
});

it('the worker closes every push message on the screen once a page says that the member has left', async () => {
  const shown = new Set(['Tu clase empieza a las 18:00', 'Tienes un lugar']);
  const getNotifications = async () => [...shown].map((title) => ({ close: () => shown.delete(title) }));
  type Message = { data: unknown; waitUntil(work: Promise<void>): void };
  let onMessage = (_event: Message) => {};
  const addEventListener = (name: string, act: typeof onMessage) => {
    if (name === 'message') onMessage = act;
  };
  runInNewContext(workerScript, { self: { registration: { getNotifications }, addEventListener } });
  const say = (data: unknown) =>
    new Promise<void>((resolve) => {
      let work = Promise.resolve();
      onMessage({ data, waitUntil: (given) => (work = given) });
      void work.then(resolve);
    });
  await say('something else');
  expect(shown.size).toBe(2);
  await say('left');
  expect([...shown]).toEqual([]);
});
