import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { goodPassword } from '../../../src/testing/sign-in.ts';
import { type Answered, ask } from './ask.ts';
import type { Cast, Guest } from './cast.ts';
import { type Deed, type DoDeed, keyOf } from './deeds.ts';
import { type Field, origin } from './field.ts';
import { type Watched, watchStream } from './watch-streams.ts';

/** The revoked lose their streams within this time. */
const streamLimitMs = 5000;
const newPassword = 'otra-larga-y-rara';

/**
 * Takes sessions or rights of a guest away, in the middle of the act. It is said again until it is acknowledged; from
 * then on their streams have to end.
 */
export async function revoke(
  { servers: all, patience }: Pick<Field, 'servers' | 'patience'>,
  { cast, guest, act, afterMs }: { cast: Cast; guest: Guest; act: DoDeed; afterMs: number },
): Promise<string[]> {
  const servers = [...all];
  const opened = await Promise.allSettled(servers.map((server) => watchStream(server, guest)));
  // Nothing of a visitor's can be taken away.
  const ofVisitor = await Promise.all(servers.map((server) => watchStream(server, null).catch(() => null)));
  for (const stream of ofVisitor) stream?.close();
  const streams = opened.flatMap((stream) => (stream.status === 'fulfilled' ? [stream.value] : []));
  await sleep(afterMs);
  const { outcome, answered } = await act(deedOf(cast, guest));
  const doneAt = performance.now();
  const faults: string[] = [];
  const isDone =
    outcome === 'acknowledged' || (guest.how === 'password' && (await hasNewPassword(all, guest)));
  if (isDone) faults.push(...(await findOpenStreams(streams, guest, doneAt + streamLimitMs * patience)));
  else {
    faults.push(
      `${deedOf(cast, guest).name}: never acknowledged, last answered ${answered?.status} ${answered?.text.slice(0, 200)}`,
    );
  }
  for (const stream of streams) stream.close();
  return faults;
}

async function findOpenStreams(
  streams: readonly Watched[],
  { how }: Guest,
  deadline: number,
): Promise<string[]> {
  const isOpen = () => streams.filter(({ closedAt, server }) => closedAt === null && !server.ended);
  while (isOpen().length > 0 && performance.now() < deadline) await sleep(20);
  const words = { sessions: 'its session was ended', ban: 'its person was banned' };
  const more = { demotion: 'its person lost a role', password: 'the password was changed' };
  const limit = streamLimitMs / 1000;
  return isOpen().map(
    ({ server }) =>
      `a stream at ${server.name} is open ${limit} s or more after ${{ ...words, ...more }[how]}`,
  );
}

/** What is done to a guest, which may be said again. */
export function deedOf({ admin }: Cast, guest: Guest): Deed {
  const path = `/api/people/${guest.id}`;
  const signedOut = [keyOf('signed-out', guest.id), 'true'] as const;
  if (guest.how === 'sessions') {
    return {
      name: 'end sessions',
      by: admin,
      insists: true,
      call: { method: 'DELETE', path: `${path}/sessions` },
      writes: [signedOut],
    };
  }
  if (guest.how === 'ban') {
    return {
      name: 'ban a person',
      by: admin,
      insists: true,
      call: { method: 'PUT', path: `${path}/ban`, body: { reason: 'De prueba' } },
      writes: [signedOut, [keyOf('banned', guest.id), 'true']],
    };
  }
  if (guest.how === 'demotion') {
    return {
      name: 'demote a teacher',
      by: admin,
      insists: true,
      call: { method: 'PUT', path: `${path}/role`, body: { role: 'student' } },
      writes: [[keyOf('role', guest.id), 'student student']],
    };
  }
  return {
    name: 'change a password',
    by: { ...guest, cookie: guest.elsewhere },
    insists: true,
    call: {
      method: 'POST',
      path: '/api/auth/change-password',
      body: { currentPassword: goodPassword, newPassword },
    },
    writes: [],
  };
}

/** Whether a guest comes in by the new password: a change whose answer was lost may have been made. */
async function hasNewPassword(servers: Field['servers'], guest: Guest): Promise<boolean> {
  const body = { email: guest.email, password: newPassword };
  const sender = { origin, address: guest.address };
  for (let attempt = 1; attempt <= 20; attempt++) {
    const server = servers[attempt % servers.length];
    if (!server) return false;
    const answered: Answered = await ask(
      server.url,
      { method: 'POST', path: '/api/auth/sign-in/email', body },
      sender,
    );
    if (answered.status === 200) return true;
    if (answered.status === 401) return false;
    await sleep(500);
  }
  return false;
}
