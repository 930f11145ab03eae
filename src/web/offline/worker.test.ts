import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

type FetchEvent = {
  request: object;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
};

const workerScript = readFileSync(path.join(import.meta.dirname, '../public/worker.js'), 'utf8');

const origin = 'https://sumi.example';

/**
 * Opens a page in the worker as it is served, which finds `answers` on the network; an address without one is out of
 * reach. `kept` is what it keeps for when there is no connection, by address. Answers the page's text once all is kept.
 */
async function openInWorker(
  pathname: string,
  { answers, kept }: { answers: Record<string, Response>; kept: Map<string, string> },
): Promise<string> {
  const work: Promise<unknown>[] = [];
  let onFetch = (_event: FetchEvent) => {};
  const addEventListener = (name: string, act: typeof onFetch) => {
    if (name === 'fetch') onFetch = act;
  };
  const fetchAnswer = async (asked: string | { url: string }) => {
    const answer = answers[new URL(typeof asked === 'string' ? asked : asked.url, origin).pathname];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer.clone();
  };
  const cache = {
    match: async (name: string) => (kept.has(name) ? new Response(kept.get(name)) : undefined),
    put: async (name: string, answer: Response) => void kept.set(name, await answer.text()),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    addAll: async (names: string[]) => {
      const files = await Promise.all(names.map(fetchAnswer));
      for (const [at, file] of files.entries()) kept.set(names[at] ?? '', await file.text());
    },
  };
  const globals = { URL, setTimeout: () => 0, caches: { open: async () => cache }, fetch: fetchAnswer };
  runInNewContext(workerScript, { ...globals, self: { location: { origin }, addEventListener } });
  const opened = await new Promise<Response>((resolve, reject) => {
    let isTaken = false;
    const respondWith = (answer: Promise<Response>) => {
      isTaken = true;
      answer.then(resolve, reject);
    };
    const request = { url: `${origin}${pathname}`, method: 'GET', mode: 'navigate' };
    onFetch({ request, respondWith, waitUntil: (given) => void work.push(given) });
    if (!isTaken) fetchAnswer(pathname).then(resolve, reject);
  });
  await Promise.allSettled(work);
  return opened.text();
}

const answerOf = (text: string, type = 'text/html; charset=UTF-8') =>
  new Response(text, { headers: { 'content-type': type } });

it('the worker keeps a page as the document of all pages, and no answer that is opened by its address', async () => {
  const json = 'application/json';
  const answers = {
    '/healthz': answerOf('{"ok":true}', json),
    '/later': answerOf('{"of":"a later version"}', json),
    '/classes': answerOf('a page'),
  };
  const kept = new Map<string, string>();
  for (const pathname of Object.keys(answers)) await openInWorker(pathname, { answers, kept });
  expect([...kept]).toEqual([['/shell', 'a page']]);
});

it.each([502, 503, 504])(
  'the worker opens the page that it keeps where a proxy answers %i for the server',
  async (status) => {
    const answers = { '/classes': new Response('a page of the proxy', { status }) };
    const kept = new Map([['/shell', 'the kept page']]);
    expect(await openInWorker('/classes', { answers, kept })).toBe('the kept page');
    expect(await openInWorker('/classes', { answers, kept: new Map() })).toBe('a page of the proxy');
    answers['/classes'] = new Response('the server is broken', { status: 500 });
    expect(await openInWorker('/classes', { answers, kept })).toBe('the server is broken');
  },
);

it('the worker keeps the files of a page before the page, and the page before where one of them does not arrive', async () => {
  const page = '<link href="/assets/style-B3.css"><script>import("/assets/entry.client-D2.js")</script>';
  const style = { '/assets/style-B3.css': answerOf('a style') };
  const before = [
    ['/shell', 'the page before'],
    ['/assets/entry.client-D1.js', 'its script'],
  ] as const;
  const kept = new Map<string, string>(before);
  const broken = { '/classes': answerOf(page), ...style };
  expect(await openInWorker('/classes', { answers: broken, kept })).toBe(page);
  expect([...kept]).toEqual(before);
  const answers = { ...broken, '/assets/entry.client-D2.js': answerOf('a script') };
  await openInWorker('/classes', { answers, kept });
  expect(Object.fromEntries(kept)).toEqual({
    '/shell': page,
    '/assets/style-B3.css': 'a style',
    '/assets/entry.client-D1.js': 'its script',
    '/assets/entry.client-D2.js': 'a script',
  });
});

it('the worker keeps a file of the last page that is older than all others that it keeps', async () => {
  const framework = '/assets/framework-Dm.js';
  const later = Array.from({ length: 300 }, (_, nth) => [`/assets/later-${nth}.js`, ''] as const);
  const kept = new Map([[framework, 'a framework'], ...later]);
  const answers = { '/classes': answerOf(framework), [framework]: answerOf('a framework') };
  await openInWorker('/classes', { answers, kept });
  expect(kept.get(framework)).toBe('a framework');
  expect(kept.has('/assets/later-0.js')).toBe(true);
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

/** Taps on the push message of a notice; answers what the worker does. `page` is the window that is open, if one is. */
async function tapNotice(link: string, page: { url: string; answers: boolean } | null): Promise<string[]> {
  const done: string[] = [];
  const open = page && {
    url: page.url,
    focus: async () => void done.push('focus'),
    navigate: async (address: string) => void done.push(`load ${address}`),
    postMessage: (words: { open: string }, [port]: MessagePort[]) => {
      done.push(`say ${words.open}`);
      if (page.answers) port?.postMessage(true);
    },
  };
  const clients = {
    matchAll: async () => (open ? [open] : []),
    openWindow: async (address: string) => void done.push(`open ${address}`),
  };
  type Tap = { notification: object; waitUntil(work: Promise<void>): void };
  let onTap = (_event: Tap) => {};
  const addEventListener = (name: string, act: typeof onTap) => {
    if (name === 'notificationclick') onTap = act;
  };
  const fetchNothing = async (path: string, { method }: { method: string }) =>
    void done.push(`${method} ${path}`);
  const wait = (act: (is: boolean) => void, _ms: number, is: boolean) => setTimeout(act, 100, is);
  const globals = { URL, MessageChannel, setTimeout: wait, fetch: fetchNothing };
  runInNewContext(workerScript, { ...globals, self: { location: { origin }, clients, addEventListener } });
  const notification = { close: () => {}, tag: 'n1', data: { link } };
  await new Promise<void>((resolve) => {
    onTap({ notification, waitUntil: (work) => void work.then(resolve) });
  });
  return done;
}

it('the worker reads a tapped notice, and leaves it to an open page to go there, unless it does not answer', async () => {
  const read = 'POST /api/notifications/n1/read';
  const there = `${origin}/classes?class=1`;
  const say = 'say /classes?class=1';
  const tapWith = (page: Parameters<typeof tapNotice>[1]) => tapNotice('/classes?class=1', page);
  expect(await tapWith(null)).toEqual([read, `open ${there}`]);
  expect(await tapWith({ url: there, answers: false })).toEqual([read, 'focus']);
  expect(await tapWith({ url: `${origin}/profile`, answers: true })).toEqual([read, 'focus', say]);
  expect(await tapWith({ url: `${origin}/`, answers: false })).toEqual([read, 'focus', say, `load ${there}`]);
});
