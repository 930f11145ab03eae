import { Agent, type IncomingMessage, request } from 'node:http';

/** How many callers wait for an answer at any time. */
export const callers = 32;

export type Ask = { method: string; path: string; headers: Record<string, string>; body?: string };

/**
 * Keeps `callers` requests under way for `seconds` and answers how many were answered a second. Anything but
 * a 2xx is an error: a fast refusal is no result.
 */
export async function loadHttp(url: string, seconds: number, next: () => Ask): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const { hostname, port } = new URL(url);
  const one = () => send({ agent, hostname, port, ...next() });
  const rate = await load(seconds, one);
  agent.destroy();
  return rate;
}

/** The same with any asynchronous act instead of a request. */
export async function load(seconds: number, act: () => Promise<unknown>): Promise<number> {
  let done = 0;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        await act();
        done++;
      }
    }),
  );
  return done / ((performance.now() - begun) / 1000);
}

type Sent = Ask & { agent: Agent; hostname: string; port: string };

function send({ body, ...options }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => drain(answer, options.path).then(resolve, reject));
    sent.on('error', reject);
    sent.end(body);
  });
}

function drain(answer: IncomingMessage, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let refused = '';
    answer.on('data', (chunk: Buffer) => {
      if (answer.statusCode !== 200) refused += chunk;
    });
    answer.on('error', reject);
    answer.on('end', () => {
      if (answer.statusCode === 200) resolve();
      else reject(new Error(`${path} answered ${answer.statusCode}: ${refused}`));
    });
  });
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
