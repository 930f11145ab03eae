import { type Mail, type Message, NeverDelivered } from '#server/mail/mail.ts';
import type { PushService } from '#server/push/push-service.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** Something that reached, or may have reached, a mailbox or a device. */
export type Arrival = {
  channel: 'email' | 'push';
  /** The notice; of a letter that gathers several, the oldest. */
  notice: string;
  /** An e-mail address, or the address of a device. */
  place: string;
  at: Date;
  /** False where the line broke before the other side's yes: it has to be tried again. */
  acknowledged: boolean;
  subject: string;
};

export type UnreliableChannels = {
  mail: Mail;
  push: PushService;
  arrivals: Arrival[];
  /** Attempts that failed, by channel and notice; an outage is noted with the notice that met it. */
  failures: Map<string, Date[]>;
  /** Attempts that failed, by the person whose device it was: their other notices wait for it too. */
  deviceFailures: Map<string, Date[]>;
  /** Notices that a mailbox or a device refused for good. */
  refused: Set<string>;
  /** While no mail server answers; a test adds to them. */
  outages: { from: Date; to: Date }[];
};

/**
 * A mail server and a push service that take most of what they get. A few messages in a hundred fail at first, some are
 * taken without a yes, some mailboxes and devices do not exist any more.
 */
export function unreliableChannels(chance: SeededRandom, now: () => Date): UnreliableChannels {
  const arrivals: Arrival[] = [];
  const failures = new Map<string, Date[]>();
  const deviceFailures = new Map<string, Date[]>();
  const refused = new Set<string>();
  const outages: UnreliableChannels['outages'] = [];
  const fail = (channel: Arrival['channel'], notice: string) => {
    const key = `${channel} ${notice}`;
    failures.set(key, [...(failures.get(key) ?? []), now()]);
  };
  const mail: Mail = {
    async send({ id, to, subject }: Message) {
      const arrival = { channel: 'email', notice: id, place: to, at: now(), subject } as const;
      if (outages.some(({ from, to }) => from <= now() && now() < to)) {
        fail('email', id);
        throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      }
      const fate = chance.next();
      if (fate < 0.03) {
        fail('email', id);
        throw Object.assign(new Error('later'), { responseCode: 451 });
      }
      if (fate < 0.035) {
        arrivals.push({ ...arrival, acknowledged: false });
        fail('email', id);
        throw Object.assign(new Error('the line broke'), { responseCode: 421 });
      }
      if (fate < 0.037) {
        refused.add(`email ${id}`);
        throw new NeverDelivered('no such mailbox');
      }
      arrivals.push({ ...arrival, acknowledged: true });
    },
  };
  const push: PushService = {
    publicKey: '',
    allows: () => true,
    async send({ endpoint }, { body }) {
      const { id } = JSON.parse(body) as { id: string };
      const arrival = { channel: 'push', notice: id, place: endpoint, at: now(), subject: '' } as const;
      const fate = chance.next();
      // `https://push.example/<person>/<device>`, as `insertParticipants` names it.
      const [, , , person = ''] = endpoint.split('/');
      if (fate < 0.035) deviceFailures.set(person, [...(deviceFailures.get(person) ?? []), now()]);
      if (fate < 0.03) {
        fail('push', id);
        return { is: 'failed', why: 'the push service answered 503', waitMs: 60_000 };
      }
      if (fate < 0.035) {
        arrivals.push({ ...arrival, acknowledged: false });
        fail('push', id);
        return { is: 'failed', why: 'the push service did not answer', waitMs: 0 };
      }
      if (fate < 0.036) {
        refused.add(`push ${id}`);
        return { is: 'refused', why: 'too large' };
      }
      arrivals.push({ ...arrival, acknowledged: true });
      return { is: 'taken' };
    },
  };
  return { mail, push, arrivals, failures, deviceFailures, refused, outages };
}
