import type { APIRequestContext, Browser, BrowserContext } from 'playwright-core';
import { listManagedClasses } from '#features/classes/contract.ts';
import { openContext } from '../../src/testing/chromium.ts';
import type { Person } from './tour.ts';

export type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>;
type SignIn = { email: string; password: string };
type Use = (request: APIRequestContext, url: string) => Promise<void>;
type SignedIn = Partial<Record<Person, Cookies>>;

/** What the tour is taken with: the demo, the demo with names at their longest, or a first day without anything. */
export const communities = ['demo', 'long', 'empty'] as const;
export type Community = (typeof communities)[number];

const organiser = { email: 'admin@sumi.example', password: 'the first day of many' };
const newcomer = { email: 'ana@sumi.example', password: 'a first practice' };

export const settingsOf: Record<Community, Record<string, string>> = {
  demo: { SEED: 'demo', SMS_COUNTRIES: 'MX,CO' },
  long: { SEED: 'demo', SMS_COUNTRIES: 'MX,CO' },
  empty: { SEED: 'none', ADMIN_EMAIL: organiser.email, ADMIN_PASSWORD: organiser.password },
};

/** Sixty letters each, of words that break nowhere and of letters that are as wide as two. */
const longNames: Partial<Record<Person, string>> = {
  student: 'María Guadalupe Wolfeschlegelsteinhausenbergerdorff de la O',
  teacher: '남궁민수아름다운우리말선생님 김수한무거북이와두루미삼천갑자동방삭치치카포사리사리센타워리워리',
  admin:
    '欧阳娜娜司马相如诸葛亮上官婉儿慕容复令狐冲东方不败独孤求败西门吹雪南宫问天公孙胜皇甫嵩尉迟恭长孙无忌宇文化及',
};
const longTitle =
  'Conversación avanzada sobre Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft y otros temas'.slice(
    0,
    120,
  );
const newcomers = ['김민준', '王小明', 'Maximiliano Fernando Constantinopolitano Villaseñor Gómez-Farías'];

/** Makes the community ready to be seen, and signs each person in once, because sign-ins are rate limited. */
export async function prepare(browser: Browser, url: string, community: Community): Promise<SignedIn> {
  if (community === 'empty') {
    return {
      student: await enter(browser, url, 'sign-up', { ...newcomer, name: 'Ana' }, sayAdult),
      admin: await enter(browser, url, 'sign-in', organiser),
    };
  }
  const answer = await fetch(new URL('/api/accounts/demo-sign-ins', url));
  const { signIns } = (answer.ok ? await answer.json() : { signIns: [] }) as {
    signIns: (SignIn & { role: Person })[];
  };
  const signedIn: SignedIn = {};
  for (const { role, ...signIn } of signIns) {
    const name = community === 'long' ? longNames[role] : undefined;
    signedIn[role] = await enter(browser, url, 'sign-in', signIn, async (request) => {
      if (name) await send(request, url, 'patch', '/api/profiles/me', { name });
      if (name && role === 'admin') await lengthenTitles(request, url);
    });
  }
  if (community === 'long') {
    for (const [index, name] of newcomers.entries()) {
      const email = `a.name.as.long.as.they.come.${index}@a-domain-of-some-length.example`;
      await enter(browser, url, 'sign-up', { email, password: newcomer.password, name }, sayAdult);
    }
  }
  return signedIn;
}

/** The titles of the classes that come next. */
async function lengthenTitles(request: APIRequestContext, url: string): Promise<void> {
  const from = new Date().toISOString();
  const to = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const answer = await request.get(`/api/classes/managed?from=${from}&to=${to}`);
  if (!answer.ok()) throw new Error(`The classes could not be read: ${await answer.text()}`);
  const { items } = listManagedClasses.answer.parse(await answer.json());
  for (const { id, version } of items.filter(({ startsAt }) => startsAt > from).slice(0, 12)) {
    await send(request, url, 'patch', `/api/classes/${id}`, { title: longTitle, version });
  }
}

/** Answers the question that would cover each page otherwise. */
const sayAdult: Use = (request, url) =>
  send(request, url, 'put', '/api/people/me/age', { ageGroup: 'adult' });

async function enter(
  browser: Browser,
  url: string,
  way: 'sign-in' | 'sign-up',
  who: SignIn & { name?: string },
  use?: Use,
): Promise<Cookies> {
  const context = await openContext(browser, { baseURL: url });
  await send(context.request, url, 'post', `/api/auth/${way}/email`, who);
  await use?.(context.request, url);
  const cookies = await context.storageState();
  await context.close();
  return cookies;
}

async function send(
  request: APIRequestContext,
  url: string,
  method: 'post' | 'put' | 'patch',
  path: string,
  data: object,
): Promise<void> {
  const answer = await request[method](path, { data, headers: { origin: new URL(url).origin } });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
}
