import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerType } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import { listen } from '../http/listen.ts';

let community: Community;
let server: ServerType;
let student: Person;
let asked: { at: 'once' | 'the application' }[] = [];
beforeAll(async () => {
  community = await newCommunity({ sharedPages: true, limitAttempts: true, nativeTokens: true });
  const answerKept = (request: IncomingMessage, response: ServerResponse) => {
    const isAnswered = community.answerKept(request, response);
    asked.push({ at: isAnswered ? 'once' : 'the application' });
    return isAnswered;
  };
  server = await listen({ answerKept, fetch: community.api.fetch }, { port: 0, hostname: '127.0.0.1' });
  student = await community.person({ languages: ['en'] });
});
afterAll(async () => {
  server.close();
  await community.close();
});

const addressOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

/** Asks as a browser does, and tells whether the application was spared. */
async function ask(path: string, person: Person | null = student, headers: Record<string, string> = {}) {
  asked = [];
  const answer = await fetch(addressOf(path), {
    headers: { ...(person && { cookie: person.cookie }), ...headers },
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, at: asked[0]?.at };
}

/**
 * Asks until the page is read and compressed, and answered at once. That is the second of two requests, unless the
 * events are read more slowly than their lease lasts, as on a busy machine.
 */
async function askUntilKept(path: string, person?: Person | null) {
  let answer = await ask(path, person);
  await expect
    .poll(async () => {
      answer = await ask(path, person);
      return answer.at;
    })
    .toBe('once');
  return answer;
}

const pages = ['/api/videos', '/api/classes', '/api/classes/today', '/api/cup', '/api/store/items'];

describe('answerKept', () => {
  it.each(pages)('answers %s a second time at once, as the application has answered it', async (path) => {
    const first = await ask(path);
    expect(first.at).toBe('the application');
    const second = await askUntilKept(path);
    expect(second.text).toBe(first.text);
    const nameless = (headers: Headers) =>
      [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
    expect(nameless(second.headers)).toEqual(nameless(first.headers));
    expect(second.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it('answers no other person, no other address and no visitor with a kept page', async () => {
    await askUntilKept('/api/videos');
    expect((await ask('/api/videos', await community.person())).at).toBe('the application');
    expect((await ask('/api/videos?language=fr')).at).toBe('the application');
    const visitor = await ask('/api/videos', null);
    expect([visitor.at, visitor.status]).toEqual(['the application', 401]);
  });

  it.each([
    ['a bearer token', { authorization: 'Bearer something' }],
    ['an id of the request', { 'x-request-id': 'mine' }],
  ])('leaves a request with %s to the application', async (_what, headers) => {
    await askUntilKept('/api/cup', null);
    expect((await ask('/api/cup', null, headers)).at).toBe('the application');
  });

  it('answers a visitor nothing of a member who asked with a bearer token', async () => {
    const value = /=([^;]+)/.exec(student.cookie)?.[1] ?? '';
    const authorization = `Bearer ${decodeURIComponent(value)}`;
    for (const asked of [1, 2]) {
      expect((await ask('/api/videos', null, { authorization })).status, `request ${asked}`).toBe(200);
    }
    expect((await ask('/api/videos', null)).status).toBe(401);
  });

  it('knows a person again once their ban is lifted', async () => {
    const person = await community.person();
    const setBan = (bannedAt: Date | null) =>
      community.db.updateTable('users').set({ bannedAt }).where('id', '=', person.id).execute();
    await setBan(new Date());
    await ask('/api/cup', person);
    expect((await ask('/api/cup', person)).at).toBe('the application');
    await setBan(null);
    await expect.poll(async () => (await ask('/api/videos', person)).status).toBe(200);
  });

  it('leaves writes to the application', async () => {
    await askUntilKept('/api/store/items', null);
    asked = [];
    await fetch(addressOf('/api/store/items'), { method: 'POST' });
    expect(asked).toEqual([{ at: 'the application' }]);
  });

  it('answers a browser that has the page of everybody with a bare 304', async () => {
    const { headers } = await askUntilKept('/api/store/items', null);
    const again = await ask('/api/store/items', null, { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.at, again.status, again.text]).toEqual(['once', 304, '']);
  });

  it('answers nothing to a session that has ended, and to a banned student as to a visitor', async () => {
    const person = await community.person();
    await askUntilKept('/api/videos', person);
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', person.id)
      .execute();
    await expect.poll(async () => (await ask('/api/videos', person)).status).toBe(401);
    const another = await community.person();
    await askUntilKept('/api/videos', another);
    await community.db.deleteFrom('sessions').where('userId', '=', another.id).execute();
    await expect.poll(async () => (await ask('/api/videos', another)).status).toBe(401);
  });

  it('reads the page again once the student has other rights', async () => {
    const person = await community.person({ languages: ['en'] });
    await askUntilKept('/api/classes', person);
    await community.db
      .updateTable('profiles')
      .set({ ageGroup: 'kid' })
      .where('userId', '=', person.id)
      .execute();
    await expect.poll(async () => (await ask('/api/classes', person)).at).toBe('the application');
  });

  it('shows a student what they have done themselves with the next request', async () => {
    const id = await insertVideo(community.db);
    await community.look();
    const likes = async () => JSON.parse((await ask('/api/videos')).text).items[0].liked;
    await askUntilKept('/api/videos');
    expect(await likes()).toBe(false);
    for (const [method, liked] of [
      ['PUT', true],
      ['DELETE', false],
      ['PUT', true],
    ] as const) {
      const headers = { cookie: student.cookie, origin: 'http://localhost:3000' };
      await fetch(addressOf(`/api/videos/${id}/like`), { method, headers });
      expect(await likes()).toBe(liked);
    }
  });

  it('counts its answers towards the limit of requests of a person, and leaves the refusal to the application', async () => {
    const person = await community.person();
    community.setNow(new Date());
    let atOnce = 0;
    for (let request = 0; request < 1500; request++) {
      const { at, status } = await ask('/api/store/items', person);
      expect(status).toBe(200);
      if (at === 'once') atOnce++;
    }
    expect(atOnce).toBeGreaterThan(1400);
    const beyond = await ask('/api/store/items', person);
    expect([beyond.at, beyond.status]).toEqual(['the application', 429]);
    expect(JSON.parse(beyond.text).code).toBe(commonRefusals.tooMany.code);
    community.setNow(null);
  });
});
