import { setTimeout as sleep } from 'node:timers/promises';
import { type ExternalFault, externalFaults } from '../servers/external-services.ts';
import type { Server } from '../servers/start-server.ts';
import { type Fault, notDone } from './fault.ts';

/** A change of the proxies of one server or of all, for a while. */
export const onProxies =
  (change: (proxy: Server['proxy']) => void, leastMs: number, mostMs: number): Fault =>
  async ({ system, chance }) => {
    const hit = chance.happens(0.5) ? system.servers : [chance.pick(system.servers)];
    for (const { proxy } of hit) change(proxy);
    await sleep(chance.between(leastMs, mostMs));
  };

/** Bytes are lost, and then the connections end. */
export const loseBytes: Fault = async ({ system, chance }) => {
  const { proxy } = chance.pick(system.servers);
  proxy.stall();
  await sleep(chance.between(300, 1500));
  proxy.flow();
  proxy.reset();
};

/** Each fault comes once before one comes again. */
export const failExternalServices: Fault = async ({ system, chance, note, turn }) => {
  const names = Object.keys(externalFaults) as ExternalFault[];
  const fault = names[turn % names.length];
  if (!fault) return notDone;
  note(`they ${fault}`);
  system.externalServices.inject(fault);
  await sleep(chance.between(800, 2000));
};
