import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** What a process that sends notices is given (`send-notices.ts`). */
export type Sending = {
  database: unknown;
  smtpUrl: string;
  /** The address that it names itself by, to mail servers and to push services. */
  sender: string;
  secret: string;
  /** For how long it keeps what it works on when it is killed. */
  leaseMs: number;
};

/** Starts a process that sends what is due, as a server does, until it is killed; resolves once it looks. */
export async function startSending(sending: Sending): Promise<ChildProcess> {
  const started = spawn(process.execPath, [path.join(import.meta.dirname, 'send-notices.ts')], {
    env: { ...process.env, SENDING: JSON.stringify(sending) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(started.stdout, 'data');
  return started;
}
