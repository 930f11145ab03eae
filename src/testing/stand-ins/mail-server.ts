import { createServer, type Socket } from 'node:net';
import type { Mail } from '#server/mail/mail.ts';
import { mailOverSmtp } from '#server/mail/mail-over-smtp.ts';

/** A command that a mail server refuses, or the letter itself where it has ended, and in which words. */
type RefusedCommand = { at: 'AUTH' | 'MAIL' | 'RCPT' | 'letter'; words: string };

const refusals = {
  'away-for-now': { at: 'RCPT', words: '451 later' },
  'no-such-mailbox': { at: 'RCPT', words: '550 nobody' },
  'no-sign-in': { at: 'AUTH', words: '535 no' },
} as const satisfies Record<string, RefusedCommand>;

/** What a mail server may do to a letter. */
export type Behaviour =
  | 'takes'
  | 'stalls'
  | 'hangs-up-after-taking'
  | 'says-later-after-taking'
  | 'says-so-twice'
  | keyof typeof refusals
  | RefusedCommand;

/** A mail server on a port of its own that speaks just enough SMTP; what it took is in `taken`. */
export async function mailServer(from: string, { answersAfterMs = 0 } = {}) {
  let behaviour: Behaviour = 'takes';
  const taken: string[] = [];
  const unanswered: string[] = [];
  /** Senders whose letters it takes without ever saying so. */
  const silentFor = new Set<string>();
  const open = new Set<Socket>();
  const refusalAt = (at: string): string | null => {
    const refused = typeof behaviour === 'object' ? behaviour : refusals[behaviour as keyof typeof refusals];
    return refused?.at === at ? refused.words : null;
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    let data: string | null = null;
    let rest = '';
    if (behaviour === 'stalls') return;
    socket.write('220 ready\r\n');
    socket.on('data', (bytes) => {
      rest += bytes.toString('utf8');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (data !== null) {
          if (line !== '.') data += `${line}\n`;
          else {
            const letter = data;
            data = null;
            const refused = refusalAt('letter');
            if (refused) {
              socket.write(`${refused}\r\n`);
              continue;
            }
            taken.push(letter);
            if (behaviour === 'hangs-up-after-taking') return void socket.destroy();
            if (behaviour === 'says-later-after-taking') {
              socket.write('451 later\r\n');
              continue;
            }
            if (behaviour === 'says-so-twice') socket.write('250 taken\r\n');
            if ([...silentFor].some((sender) => letter.includes(`<${sender}>`))) unanswered.push(letter);
            else setTimeout(() => socket.write('250 taken\r\n'), answersAfterMs);
          }
        } else if (/^EHLO/i.test(line)) socket.write('250-hello\r\n250 AUTH PLAIN\r\n');
        else if (/^AUTH/i.test(line)) socket.write(`${refusalAt('AUTH') ?? '235 come in'}\r\n`);
        else if (/^(MAIL|RCPT)/i.test(line))
          socket.write(`${refusalAt(line.slice(0, 4).toUpperCase()) ?? '250 ok'}\r\n`);
        else if (/^DATA/i.test(line)) {
          data = '';
          socket.write('354 go\r\n');
        } else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const settings = { url: `smtp://sumi:password@127.0.0.1:${port}`, from };
  // A busy machine may be slow to take a letter, so only a server that stalls is given up soon.
  const impatient = mailOverSmtp(settings, { connect: 300, silence: 300, whole: 600 });
  const patient = mailOverSmtp(settings);
  return {
    /** Its address, with the name and password that it asks for. */
    address: settings.url,
    taken,
    /** The taken letters whose sender waits for an answer in vain. */
    unanswered,
    silentFor,
    turn: (next: Behaviour) => {
      behaviour = next;
    },
    mail: { send: (message) => (behaviour === 'stalls' ? impatient : patient).send(message) } satisfies Mail,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
