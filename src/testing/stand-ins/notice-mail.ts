import { readClassEvents } from '#features/calendar/feed/read-class-events.ts';
import { mailNotices } from '#features/notifications/delivery/mail-notices.ts';
import type { Handler } from '#server/jobs/due-work.ts';
import type { Mail, Message } from '#server/mail/mail.ts';
import { type Community, type Person, type PersonTraits, testSecret } from '../community.ts';

export const appUrl = 'http://localhost:3000';

/** The handlers that mail notices, one and gathered, by a mail server; null for a community without mail. */
export function noticeHandlers(mail: Mail | null, provedOnly = true): readonly Handler[] {
  return mailNotices({ appUrl, secret: testSecret, mail, provedOnly, eventsOf: readClassEvents });
}

/** A person whose address is confirmed, so that letters go there. */
export async function personWithMail(community: Community, traits: PersonTraits = {}): Promise<Person> {
  const person = await community.person(traits);
  await community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute();
  return person;
}

/** Mails what is due by the community's clock, and answers the letters. */
export async function mailDue(community: Community): Promise<Message[]> {
  const sent: Message[] = [];
  const mail: Mail = { send: async (message) => void sent.push(message) };
  for (const handler of noticeHandlers(mail)) await community.runDue(handler);
  return sent;
}
