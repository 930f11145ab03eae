/** A text message for a telephone number in E.164 (+525512345678). */
export type SmsMessage = { to: string; words: string };

/** Where text messages go out. */
export type Sms = {
  /**
   * Hands a message over; it is on its way once this resolves.
   * @throws SmsNotTaken when it certainly did not go out. After anything else it may have.
   */
  send(message: SmsMessage): Promise<void>;
};

/** The service took nothing. Its `message` quotes no number. */
export class SmsNotTaken extends Error {
  /**
   * `again`: worth another try. `settings`: not before the operator changes something. `never`: not to this number.
   */
  readonly remedy: 'again' | 'settings' | 'never';

  constructor(message: string, remedy: 'again' | 'settings' | 'never') {
    super(message);
    this.remedy = remedy;
  }
}
