import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sms, SmsMessage } from '#server/sms/sms.ts';
import { smsOverHttp } from '#server/sms/sms-over-http.ts';

/** What a message service may do to a message. */
export type Behaviour =
  | 'takes'
  | 'fails'
  | 'no-such-number'
  | 'no-sign-in'
  | 'stalls'
  | 'hangs-up-after-taking'
  | 'fails-after-taking';

const user = 'AC00000000000000000000000000000000';
const password = 'a token of tests';

/** A service that speaks Twilio's form, on a port of its own; what it took is in `taken`. */
export async function smsServer({ from = '+15005550006' } = {}) {
  let behaviour: Behaviour = 'takes';
  const taken: (SmsMessage & { form: Record<string, string> })[] = [];
  const path = `/2010-04-01/Accounts/${user}/Messages.json`;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const say = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const signedIn = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
      if (request.method !== 'POST' || request.url !== path) return say(404, { code: 20404 });
      if (request.headers.authorization !== signedIn || behaviour === 'no-sign-in')
        return say(401, { code: 20003 });
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
      if (behaviour === 'stalls') return;
      if (behaviour === 'fails') return say(503, { code: 20503 });
      if (behaviour === 'no-such-number') return say(400, { code: 21211 });
      taken.push({ to: form.To ?? '', words: form.Body ?? '', form });
      if (behaviour === 'hangs-up-after-taking') return void response.destroy();
      // A gateway before the service that lost patience.
      if (behaviour === 'fails-after-taking') return say(504, {});
      say(201, { sid: 'SM00000000000000000000000000000000', status: 'queued' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}${path}`;
  // Only a service that stalls is given up soon: any other answer may take longer on a busy machine.
  const limits = {
    get timeoutMs() {
      return behaviour === 'stalls' ? 300 : 30_000;
    },
  };
  const service = { url, from };
  const sms: Sms = smsOverHttp(service, limits);
  return {
    /** What a server is told of it. */
    service,
    sms,
    taken,
    set behaviour(next: Behaviour) {
      behaviour = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
