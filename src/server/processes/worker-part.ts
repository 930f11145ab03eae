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

/** The message in which the supervisor says how many workers serve. */
export type ServingMessage = { is: 'serving'; serving: number };

const name = 'SUMI_WORKER_PART';

export const writeWorkerPart = (part: WorkerPart): Record<string, string> => ({
  [name]: JSON.stringify(part),
});

export function readWorkerPart(env: Record<string, string | undefined>): WorkerPart | null {
  const text = env[name];
  return text ? (JSON.parse(text) as WorkerPart) : null;
}

/** Follows what the supervisor says. A signal to the whole group must not end a worker that is to be replaced in turn. */
export function followProcesses({ worker, of }: WorkerPart): () => Processes {
  let serving = 1;
  process.on('message', (message: ServingMessage) => {
    if (message?.is === 'serving') serving = message.serving;
  });
  process.on('SIGHUP', () => {});
  return () => ({ worker, serving, of });
}
