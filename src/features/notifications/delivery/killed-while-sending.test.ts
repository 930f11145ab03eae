import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Community, newCommunity, testSecret } from '../../../testing/community.ts';
import { startSending } from '../../../testing/processes/start-sending.ts';
import { mailServer } from '../../../testing/stand-ins/mail-server.ts';
import { pushServer } from '../../../testing/stand-ins/push-server.ts';
import { notify } from '../notify.ts';
import { mailNoticeWork } from './mail-notices.ts';
import { pushNoticeWork } from './push-notices.ts';

/* What these tests guarantee: two processes send each letter and each message once. One that is killed with kill -9
 * loses none, and doubles only what was under way: what the other side had taken and not yet said so, under one number.
 * */

const people = 20;
/** Short, to wait little for what the killed one had; longer than a busy machine lets a process stand still. */
const leaseMs = 8000;
const [one, other] = ['one@sumi.example', 'other@sumi.example'] as const;

let community: Community;
let mail: Awaited<ReturnType<typeof mailServer>>;
let push: Awaited<ReturnType<typeof pushServer>>;
let senders: ChildProcess[];

async function open(withoutGuards?: string) {
  community = await newCommunity(withoutGuards ? { withoutGuards } : {});
  mail = await mailServer(`Sumi <${one}>`, { answersAfterMs: 30 });
  push = await pushServer({ answersAfterMs: 30 });
  senders = [];
}
afterEach(async () => {
  for (const sender of senders) {
    if (sender.exitCode !== null || sender.signalCode !== null) continue;
    sender.kill('SIGKILL');
    await once(sender, 'exit');
  }
  await Promise.all([mail.close(), push.close()]);
  await community.close();
});

/** People with a mailbox and a device each; answers their ids. */
async function makePeople(): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < people; n++) {
    const person = await community.person();
    ids.push(person.id);
    const device = { ...push.device(`device-${n}`), person: person.id };
    const added = await community.request(person, 'POST', '/api/notifications/devices', device);
    expect(added.status).toBe(200);
    await community.request(person, 'PATCH', '/api/notifications/choices', { quiet: null });
  }
  return ids;
}

/** Two processes, and then something that is told to each person, by mail and on their devices. */
async function sendByTwo(): Promise<ChildProcess> {
  const to = await makePeople();
  const settings = { database: community.address, smtpUrl: mail.address, secret: testSecret, leaseMs };
  const [first] = await Promise.all(
    [one, other].map(async (sender) => {
      const started = await startSending({ ...settings, sender });
      senders.push(started);
      return started;
    }),
  );
  const startsAt = new Date(Date.now() + 24 * 3600_000).toISOString();
  const detail = { title: 'Club de los martes', startsAt };
  await notify(await community.ctxFor(), { to, kind: 'classes.removed', detail, link: '/classes' });
  return first as ChildProcess;
}

const numberOf = (letter: string) => /Message-ID: (\S+)/.exec(letter)?.[1] ?? '';
const isFrom = (sender: string) => (letter: string) => letter.includes(`<${sender}>`);
const numberOfMessage = ({ device, message }: { device: string; message: Record<string, string> }) =>
  `${device} ${message.id}`;
/** What stands more than once in a list. */
const twice = (all: readonly string[]) => [...new Set(all.filter((each, at) => all.indexOf(each) !== at))];
const unsettled = async () =>
  (
    await community.db
      .selectFrom('noticeDeliveries')
      .select('noticeId')
      .where('settledAt', 'is', null)
      .execute()
  ).length;
const settled = () => expect.poll(unsettled, { timeout: 60_000 }).toBe(0);

describe('a process that is killed in the middle of sending', () => {
  beforeEach(() => open());

  it('loses nothing, and doubles at most what was under way, under one number', async () => {
    mail.silentFor.add(one);
    push.silentFor.add(one);
    const killed = await sendByTwo();
    // It has handed over all that it works on at a time, and waits for the answers.
    const underWay = [mailNoticeWork.concurrency, pushNoticeWork.concurrency];
    await expect.poll(() => [mail.unanswered.length, push.unanswered.length]).toEqual(underWay);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await settled();

    const letters = mail.taken.map(numberOf);
    expect(new Set(letters).size).toBe(people);
    expect(letters).toHaveLength(people + mailNoticeWork.concurrency);
    expect(twice(letters).sort()).toEqual(mail.unanswered.map(numberOf).sort());
    const shown = push.taken.map(numberOfMessage);
    expect(new Set(shown).size).toBe(people);
    expect(shown).toHaveLength(people + pushNoticeWork.concurrency);
    expect(twice(shown).sort()).toEqual(push.unanswered.map(numberOfMessage).sort());
  });
});

describe('two processes', () => {
  it('send each letter and each message once', async () => {
    await open();
    await sendByTwo();
    await settled();
    expect(mail.taken.filter(isFrom(one)).length).toBeGreaterThan(0);
    expect(mail.taken.filter(isFrom(other)).length).toBeGreaterThan(0);
    expect(twice(mail.taken.map(numberOf))).toEqual([]);
    expect(mail.taken).toHaveLength(people);
    expect(twice(push.taken.map(({ device }) => device))).toEqual([]);
    expect(push.taken).toHaveLength(people);
  });

  it('the control: send letters and messages twice where a lease ends at once', async () => {
    await open(`
      create function end_lease() returns trigger language plpgsql as $$
      begin
        if new.lease is not null then new.leased_until := clock_timestamp(); end if;
        return new;
      end $$;
      create trigger leases_end before update on due_work for each row execute function end_lease()`);
    await sendByTwo();
    await settled();
    expect(twice(mail.taken.map(numberOf)).length).toBeGreaterThan(0);
    expect(twice(push.taken.map(({ device }) => device)).length).toBeGreaterThan(0);
  });
});
