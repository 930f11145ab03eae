import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { networkOf } from '#server/http/network-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { personWithPassword } from '../../../testing/sign-in.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ limitAttempts: true });
});
afterAll(() => community.close());

// Thousands of requests and dozens of passwords: a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

const statusesOf = (answers: Response[]) => answers.map(({ status }) => status);

describe('asking anything, 1,500 times in five minutes a person', () => {
  const noon = new Date('2026-11-20T12:00:00Z');
  const ask = (person: Person | null) => community.request(person, 'GET', '/api/accounts/sign-in-rules');
  /** The first one alone, so that the person is known and the others ask for no connection. */
  const askOften = async (person: Person, times: number) => [
    await ask(person),
    ...(await Promise.all(Array.from({ length: times - 1 }, () => ask(person)))),
  ];

  it('is counted exactly, for each person alone, and over when the five minutes are', async () => {
    const [busy, other] = [await community.person(), await community.person()];
    community.setNow(noon);
    const answers = await askOften(busy, 1600);
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1500);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(100);
    expect(await refused[0]?.json()).toMatchObject({ code: 'http/too-many' });
    const wait = Number(refused[0]?.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(300);
    expect(wait).toBeLessThanOrEqual(310);
    expect((await ask(other)).status).toBe(200);
    expect((await ask(null)).status).toBe(200);

    community.setNow(new Date(noon.getTime() + 299_000));
    expect((await ask(busy)).status).toBe(429);
    community.setNow(new Date(noon.getTime() + wait * 1000));
    expect(statusesOf(await askOften(busy, 1501)).filter((status) => status === 200)).toHaveLength(1500);
    community.setNow(null);
  });

  it('are never exceeded in any five minutes, however the requests are spread', async () => {
    const person = await community.person();
    const letIn: number[] = [];
    for (let second = 0; second < 900; second += 50) {
      community.setNow(new Date(noon.getTime() + second * 1000));
      const answers = await askOften(person, 400);
      for (const { status } of answers) if (status === 200) letIn.push(second);
    }
    for (const from of new Set(letIn)) {
      expect(letIn.filter((at) => at >= from && at < from + 300).length).toBeLessThanOrEqual(1500);
    }
    expect(letIn.length).toBeGreaterThan(3000);
    community.setNow(null);
  });
});

it('wrong passwords are counted with a byte order mark before the body too, and with more of them none is checked', async () => {
  const { email } = await personWithPassword(community);
  const { password: hasher } = await community.authentication.$context;
  const { verify } = hasher;
  let checked = 0;
  hasher.verify = (given) => {
    checked++;
    return verify(given);
  };
  const guess = async (marks: number) => {
    const text = '\ufeff'.repeat(marks) + JSON.stringify({ email, password: 'no-es-esta' });
    const headers = { 'content-type': 'application/json' };
    const path = '/api/auth/sign-in/email';
    return (await community.request(null, 'POST', path, new Uint8Array(Buffer.from(text)), headers)).status;
  };
  for (const marks of [2, 3]) for (let n = 0; n < 26; n++) expect(await guess(marks)).toBe(400);
  expect(checked).toBe(0);
  const statuses: number[] = [];
  for (let n = 0; n < 26; n++) statuses.push(await guess(1));
  hasher.verify = verify;
  expect(statuses).toEqual([...Array(25).fill(401), 429]);
});

it('a picture is sent thirty times in half an hour, and the next is told how long to wait', async () => {
  const person = await community.person();
  const send = () =>
    community.request(person, 'PUT', '/api/profiles/me/avatar', new Uint8Array([1]), {
      'content-type': 'image/png',
    });
  const answers = await Promise.all(Array.from({ length: 33 }, send));
  expect(statusesOf(answers).filter((status) => status === 422)).toHaveLength(30);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('1800');
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
