import type pg from 'pg';
import { connectAlone, type DbAddress } from '../db/connect.ts';

const reconnectAfterMs = 500;

export type ListeningParts = {
  /** The connection is asked something this often. */
  probeMs: number;
  /** It is closed and opened again when it has not answered within this time. */
  answerMs: number;
  /** Called with each connection, before it is told anything. */
  onConnected: (client: pg.Client) => Promise<void>;
  /** Called once a connection listens: what was told before may have been missed. */
  onListening: () => void;
  onNotification: (channel: string, payload: string | undefined) => void;
  onLost: () => void;
};

/** Keeps one connection that LISTENs on these channels, and opens another one when it is lost. */
export async function keepListening(
  address: DbAddress,
  channels: readonly ('events' | 'access')[],
  { probeMs, answerMs, onConnected, onListening, onNotification, onLost }: ListeningParts,
): Promise<{ stop(): Promise<void> }> {
  let client = connectAlone(address, answerMs);
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  // A failing connection reports twice, by its rejected promise and by its end event: one timer serves both.
  const reconnectSoon = () => {
    if (stopped) return;
    retry ??= setTimeout(() => {
      retry = undefined;
      reconnect();
    }, reconnectAfterMs).unref();
  };
  const listen = async () => {
    const mine = client;
    mine.on('notification', ({ channel, payload }) => onNotification(channel, payload));
    mine.on('end', () => {
      if (stopped || mine !== client) return;
      onLost();
      reconnectSoon();
    });
    await mine.connect();
    await onConnected(mine);
    for (const channel of channels) await mine.query(`listen ${channel}`);
    onListening();
  };
  const reconnect = () => {
    client = connectAlone(address, answerMs);
    const mine = client;
    listen().catch(() => {
      mine.end().catch(() => {});
      reconnectSoon();
    });
  };
  await listen();
  const probe = setInterval(() => client.query('select 1').catch(() => {}), probeMs).unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(probe);
      clearTimeout(retry);
      await client.end().catch(() => {});
    },
  };
}
