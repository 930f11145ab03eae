/** One letter, ready to go. `id` is its number: the same letter sent again says so in its Message-ID. */
export type Message = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Further headers, such as `List-Unsubscribe`. */
  headers?: Record<string, string>;
  /** An iCalendar text, which goes along as a file. */
  calendar?: string;
};

/** Where letters go. */
export type Mail = {
  /**
   * Hands a letter over; it is on its way once this resolves.
   * @throws NeverDelivered when trying again would be of no use; anything else is worth another try.
   */
  send(message: Message): Promise<void>;
};

/** The other side said no for good: there is no such mailbox, say. */
export class NeverDelivered extends Error {}
