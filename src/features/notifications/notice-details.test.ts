import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { everyNotice } from '../../../scripts/screenshots/every-letter.ts';

const es: { kinds: Record<string, Record<string, string>> } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'web/texts/es.json'), 'utf8'),
);

/** What stands below the sentence, and what says when a letter goes out. */
const beside = ['reason', 'topic', 'message', 'earned', 'ofStreak', 'endsAt'];

/** The fields that fill in a placeholder under another name. */
const fieldsOf: Record<string, readonly string[]> = {
  amount: ['amount', 'amountCents', 'currency'],
  title: ['title', 'tier'],
  count: ['count'],
};

it('each value that a notice is given is used by the words of its kind', () => {
  const unused = everyNotice({ title: 'Club', classId: 'x', startsAt: new Date(), other: 'Eva' }).flatMap(
    ({ kind, detail }) => {
      const [feature = '', happened = ''] = kind.split('.');
      const texts = Object.entries(es.kinds[feature] ?? {})
        .filter(([key]) => key.replace(/_(zero|one|other)$/, '') === happened)
        .map(([, text]) => text);
      const used = texts.flatMap((text) =>
        [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = '']) => fieldsOf[name] ?? [name]),
      );
      return Object.keys(detail)
        .filter((field) => ![...beside, ...used].includes(field))
        .map((field) => `${kind}: ${field}`);
    },
  );
  // Its start says how urgent it is.
  expect(unused).toEqual(['classes.series-offer-declined: startsAt']);
});
