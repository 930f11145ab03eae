import { withdrawalPath } from '#features/accounts/guardian/withdrawal-link.ts';
import { frameLetter, helloTo } from '#features/accounts/letters/frame-letter.ts';
import { shownFirstName } from '#features/accounts/rules.ts';
import type { Message } from '#server/mail/mail.ts';
import { noticeTopics, topicOf } from '../rules.ts';
import { letterTexts } from './letter-texts.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';
import { type Reader, writeNotice } from './write-notice.ts';

export type LetterSettings = { appUrl: string; secret: string };

export type LetterNotice = {
  kind: string;
  detail: Record<string, string | number | null>;
  link: string | null;
};

/** A guardian reads a kid's notices, at the address `guardian`; `userId` and `name` are the kid's. */
export type LetterReader = Reader & { userId: string; name: string; guardian?: string };

/**
 * Composes the letter of one notice, or of several that waited for each other, in the reader's language and zone. It
 * leads to the place, to the choices, and to an end of such letters, also by the buttons of mail programs (RFC 8058). A
 * guardian has no account, and could open neither place nor choices: their letter leads to its end, and to that of
 * their consent. `calendar` is an iCalendar text that goes along.
 */
export function composeNoticeLetter(
  { appUrl, secret }: LetterSettings,
  reader: LetterReader,
  notices: readonly LetterNotice[],
  calendar?: string,
): Omit<Message, 'id' | 'to'> {
  const { locale, userId, guardian } = reader;
  const isGuardian = guardian !== undefined;
  const name = isGuardian ? shownFirstName(reader.name) : reader.name;
  const texts = letterTexts[locale];
  const written = notices.map((notice) => ({ ...notice, ...writeNotice(notice, reader) }));
  const [only] = written.length === 1 ? written : [];
  const inLetter = new Set(written.map(({ kind }) => topicOf(kind)));
  const topics = noticeTopics.filter((topic) => inLetter.has(topic));
  const token = unsubscribeToken(secret, { userId, topics, ...(isGuardian && { guardian }) });
  const sentence = only && (isGuardian ? `${name}: ${only.sentence}` : only.sentence);
  const subject = sentence ? asSubject(sentence) : texts.digest.replace('{{count}}', String(written.length));
  const attached = calendar === undefined ? '' : only ? texts.calendar : texts.digestCalendar;
  const hello = isGuardian ? texts.guardian.replaceAll('{{name}}', () => name) : helloTo(locale, name);
  const lines = written.map(({ sentence, below, earned }) =>
    [sentence, below, earned].filter(Boolean).join(' '),
  );
  const words = frameLetter({
    locale,
    subject,
    // The subject of a single notice says all of it.
    preview: only ? [only.below, only.earned, attached].filter(Boolean).join(' ') || hello : lines.join(' '),
    before: only
      ? [{ heading: only.sentence }, hello, ...(only.below ?? '').split('\n'), only.earned ?? '']
      : [{ heading: subject }, hello, texts.digestText, lines],
    button: isGuardian
      ? undefined
      : { words: texts.open, link: `${appUrl}${only?.link ?? '/notifications'}` },
    after: [isGuardian ? texts.guardianOpen.replace('{{name}}', () => name) : '', attached],
    foot: [
      ...(isGuardian ? [] : [{ words: texts.choose, link: `${appUrl}/notifications/choices` }]),
      { words: texts.stop, link: `${appUrl}/unsubscribe#token=${token}` },
      ...(isGuardian
        ? [{ words: texts.withdraw, link: appUrl + withdrawalPath(secret, userId, guardian) }]
        : []),
    ],
  });
  return {
    ...words,
    headers: {
      'List-Unsubscribe': `<${appUrl}/api/notifications/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...(calendar !== undefined && { calendar }),
  };
}

/** A sentence without its full stop, short enough for a list of letters. */
function asSubject(sentence: string): string {
  const line = sentence.replace(/[.。]$/, '').replaceAll(/\s+/g, ' ');
  return line.length <= 120 ? line : `${line.slice(0, 119)}…`;
}
