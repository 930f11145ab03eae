import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { goodPassword } from '../../../../src/testing/sign-in.ts';
import { origin, type SystemUnderTest } from '../servers/system-under-test.ts';
import { type Answered, ask } from './ask.ts';
import type { Fixtures, RevokedMember } from './fixtures.ts';
import { type Watched, watchStream } from './watch-streams.ts';
import { keyOf, type SendWrite, type Write } from './writes.ts';

/** The revoked lose their streams within this time. */
const streamLimitMs = 5000;
const newPassword = 'otra-larga-y-rara';

/**
 * Takes sessions or rights of a member away, in the middle of the round. The write is sent again until it is
 * acknowledged; from then on their streams have to end.
 */
export async function revoke(
  { servers: all, patience }: Pick<SystemUnderTest, 'servers' | 'patience'>,
  {
    fixtures,
    member,
    sendWrite,
    afterMs,
  }: { fixtures: Fixtures; member: RevokedMember; sendWrite: SendWrite; afterMs: number },
): Promise<string[]> {
  const servers = [...all];
  const opened = await Promise.allSettled(servers.map((server) => watchStream(server, member)));
  // Nothing of a visitor's can be taken away.
  const ofVisitor = await Promise.all(servers.map((server) => watchStream(server, null).catch(() => null)));
  for (const stream of ofVisitor) stream?.close();
  const streams = opened.flatMap((stream) => (stream.status === 'fulfilled' ? [stream.value] : []));
  await sleep(afterMs);
  const { outcome, answered } = await sendWrite(revocationOf(fixtures, member));
  const doneAt = performance.now();
  const violations: string[] = [];
  const isDone =
    outcome === 'acknowledged' || (member.how === 'password' && (await hasNewPassword(all, member)));
  if (isDone) violations.push(...(await findOpenStreams(streams, member, doneAt + streamLimitMs * patience)));
  else {
    violations.push(
      `${revocationOf(fixtures, member).name}: never acknowledged, last answered ${answered?.status} ${answered?.text.slice(0, 200)}`,
    );
  }
  for (const stream of streams) stream.close();
  return violations;
}

async function findOpenStreams(
  streams: readonly Watched[],
  { how }: RevokedMember,
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

/** The write that revokes, which may be sent again. */
export function revocationOf({ admin }: Fixtures, member: RevokedMember): Write {
  const path = `/api/people/${member.id}`;
  const signedOut = [keyOf('signed-out', member.id), 'true'] as const;
  if (member.how === 'sessions') {
    return {
      name: 'end sessions',
      by: admin,
      untilAcknowledged: true,
      call: { method: 'DELETE', path: `${path}/sessions` },
      effects: [signedOut],
    };
  }
  if (member.how === 'ban') {
    return {
      name: 'ban a person',
      by: admin,
      untilAcknowledged: true,
      call: { method: 'PUT', path: `${path}/ban`, body: { reason: 'De prueba' } },
      effects: [signedOut, [keyOf('banned', member.id), 'true']],
    };
  }
  if (member.how === 'demotion') {
    return {
      name: 'demote a teacher',
      by: admin,
      untilAcknowledged: true,
      call: { method: 'PUT', path: `${path}/role`, body: { role: 'student' } },
      effects: [[keyOf('role', member.id), 'student student']],
    };
  }
  return {
    name: 'change a password',
    by: { ...member, cookie: member.elsewhere },
    untilAcknowledged: true,
    call: {
      method: 'POST',
      path: '/api/auth/change-password',
      body: { currentPassword: goodPassword, newPassword },
    },
    effects: [],
  };
}

/** Whether a member comes in by the new password: a change whose answer was lost may have been made. */
async function hasNewPassword(servers: SystemUnderTest['servers'], member: RevokedMember): Promise<boolean> {
  const body = { email: member.email, password: newPassword };
  const sender = { origin, address: member.address };
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
