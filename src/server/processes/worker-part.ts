import type { DbAddress } from '../db/connect.ts';

/** What a worker gets from the process that keeps it. */
export type WorkerPart = {
  /** Its number, from 1: the one that replaces it has the same. */
  worker: number;
  of: number;
  /** Whether it fills the database and says what the server serves. */
  prepares: boolean;
  address: DbAddress;
  poolSize: number;
};

/** What a process knows of the others of its server. */
export type Processes = { worker: number; serving: number; of: number };

/** What the supervisor says: how many workers serve, or that another one has taken this one's place. */
export type SupervisorMessage = { is: 'serving'; serving: number } | { is: 'replaced' };

/**
 * A worker that was replaced answers for so long what it had begun: the database stays, another worker takes what is
 * new, and a file on its way to a slow telephone takes its time.
 */
export const replacedMs = 60_000;

const name = 'SUMI_WORKER_PART';

export const writeWorkerPart = (part: WorkerPart): Record<string, string> => ({
  [name]: JSON.stringify(part),
});

export function readWorkerPart(env: Record<string, string | undefined>): WorkerPart | null {
  const text = env[name];
  return text ? (JSON.parse(text) as WorkerPart) : null;
}

/**
 * Follows what the supervisor says. A signal to the whole group must not end a worker that is to be replaced in turn.
 */
export function followProcesses({ worker, of }: WorkerPart): () => Processes {
  let serving = 1;
  process.on('message', (message: SupervisorMessage) => {
    if (message?.is === 'serving') serving = message.serving;
  });
  process.on('SIGHUP', () => {});
  return () => ({ worker, serving, of });
}
